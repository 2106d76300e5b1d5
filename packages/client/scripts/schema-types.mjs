// Schemas of the OpenAPI document as TypeScript. It knows the schemas that the document uses and refuses others, so that none
// becomes a wrong type.

const knownKeys = new Set([
  ...['$ref', 'type', 'enum', 'items', 'properties', 'required', 'additionalProperties'],
  ...['title', 'description', 'format', 'default', 'examples', 'readOnly'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern'],
  ...['minItems', 'maxItems', 'uniqueItems', 'maxProperties'],
]);

/** A schema as TypeScript. */
export function typeOf(schema) {
  const unknown = Object.keys(schema).filter((key) => !knownKeys.has(key) && !key.startsWith('x-'));
  if (unknown.length > 0) {
    throw new Error(
      `schema-types.mjs does not know ${unknown.join(', ')} in ${JSON.stringify(schema)}`,
    );
  }
  if (schema.$ref) return reference(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === undefined) return 'unknown';
  return [schema.type]
    .flat()
    .map((type) => plainType(type, schema))
    .join(' | ');
}

function plainType(type, schema) {
  switch (type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return listType(schema.items ?? {});
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    default:
      throw new Error(`schema-types.mjs does not know the type ${type}`);
  }
}

function objectType({ properties = {}, required = [], additionalProperties }) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { description, readOnly, $ref } = schema;
    const text = field(required.includes(name) ? name : `${name}?`, typeOf(schema));
    return ($ref ? '' : comment(description)) + (readOnly ? 'readonly ' : '') + text;
  });
  if (additionalProperties) {
    const type = additionalProperties === true ? 'unknown' : typeOf(additionalProperties);
    fields.push(`[key: string]: ${type};\n`);
  }
  return fields.length > 0 ? block(fields) : 'Record<string, never>';
}

function listType(items) {
  const isUnion = !items.$ref && (items.enum ?? [items.type].flat()).length > 1;
  return isUnion ? `(${typeOf(items)})[]` : `${typeOf(items)}[]`;
}

/** #/components/schemas/Lead as Lead */
function reference(target) {
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(target) ?? [];
  if (!name) throw new Error(`schema-types.mjs does not know the reference ${target}`);
  return name;
}

/** `name: type;`; a name may end with a question mark. */
export function field(name, type) {
  const [, plain, mark] = /^(.*?)(\??)$/.exec(name);
  const text = /^([\w$]+)$/.test(plain) ? plain : JSON.stringify(plain);
  return `${text}${mark}: ${type};\n`;
}

export function block(fields) {
  return `{\n${fields.join('').replaceAll(/^(?=.)/gm, '    ')}}`;
}

export function comment(text = '') {
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (text === '') return '';
  if (lines.length === 1) return `/** ${text.replaceAll('*/', '*\\/')} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** An exported type of that name. */
export function namedType(name, schema) {
  const isInterface = schema.type === 'object' && schema.properties;
  const text = isInterface
    ? `interface ${name} ${typeOf(schema)}\n`
    : `type ${name} = ${typeOf(schema)};\n`;
  return `${comment(schema.description)}export ${text}`;
}
