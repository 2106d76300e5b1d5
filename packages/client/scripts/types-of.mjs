// The client's types for the OpenAPI document that the contract makes, as TypeScript text in the form
// that openapi-fetch reads. It knows what our document uses and refuses what it does not know, so
// that no schema becomes a wrong type silently.

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const places = ['query', 'header', 'path', 'cookie'];
/** Of a schema: those that make its type or its comment, and those that a type cannot say. */
const typeKeys = [
  '$ref',
  'type',
  'enum',
  'items',
  'properties',
  'required',
  'additionalProperties',
];
const commentKeys = ['title', 'description', 'format', 'default', 'examples', 'readOnly'];
const limitKeys = [
  'x-filter',
  'x-list-filter',
  'x-fields',
  'x-money',
  'x-needs',
  'x-origin',
  'x-personal',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
];
const listLimitKeys = ['minItems', 'maxItems', 'uniqueItems', 'maxProperties'];
const knownKeys = new Set([...typeKeys, ...commentKeys, ...limitKeys, ...listLimitKeys]);

export function typesOf({ paths, components }) {
  const operations = Object.values(paths).flatMap((path) => methods.flatMap((m) => path[m] ?? []));
  const parts = [
    `export interface paths ${block(Object.entries(paths).map(([path, item]) => field(path, pathType(item))))}`,
    'export type webhooks = Record<string, never>;',
    `export interface components ${componentsType(components)}`,
    'export type $defs = Record<string, never>;',
    `export interface operations ${block(operations.map((o) => field(o.operationId, operationType(o))))}`,
  ];
  return `// Made from docs/openapi.json by npm run generate; not written by hand.\n${parts.join('\n')}\n`;
}

function componentsType({ schemas, responses, headers }) {
  return block([
    field('schemas', block(entries(schemas, schemaField))),
    field('responses', block(entries(responses, responseField))),
    field('parameters', 'never'),
    field('requestBodies', 'never'),
    field('headers', block(entries(headers, headerField))),
    field('pathItems', 'never'),
  ]);
}

function pathType(item) {
  const ofMethods = methods.map((method) => {
    const operation = item[method];
    if (operation === undefined) return field(`${method}?`, 'never');
    const { operationId, summary, description } = operation;
    const lines = [summary, description && `@description ${description}`];
    return comment(lines) + field(method, `operations["${operationId}"]`);
  });
  return block([field('parameters', parametersType([])), ...ofMethods]);
}

function operationType({ parameters = [], requestBody, responses }) {
  const body = requestBody && block([field('content', contentType(requestBody.content))]);
  return block([
    field('parameters', parametersType(parameters)),
    field(requestBody?.required ? 'requestBody' : 'requestBody?', body ?? 'never'),
    field('responses', block(entries(responses, responseField))),
  ]);
}

function parametersType(parameters) {
  const fields = places.map((place) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return field(`${place}?`, 'never');
    const isOptional = here.every(({ required }) => !required);
    const inside = here.map(({ name, required, description, schema }) => {
      const lines = [description && `@description ${description}`];
      return comment(lines) + field(required ? name : `${name}?`, typeOf(schema));
    });
    return field(isOptional ? `${place}?` : place, block(inside));
  });
  return block(fields);
}

function responseField(name, { $ref, description, headers = {}, content }) {
  if ($ref) return field(name, reference($ref));
  const others = '[name: string]: unknown;\n';
  const body = block([
    field('headers', block([...entries(headers, headerField), others])),
    content ? field('content', contentType(content)) : field('content?', 'never'),
  ]);
  return comment([description && `@description ${description}`]) + field(name, body);
}

function headerField(name, { $ref, description, schema }) {
  if ($ref) return field(name, reference($ref));
  return comment([description && `@description ${description}`]) + field(name, typeOf(schema));
}

function contentType(content) {
  const fields = entries(content, (type, { schema, example }) => {
    const lines = [example !== undefined && `@example ${exampleText(example)}`];
    return comment(lines) + field(type, typeOf(schema));
  });
  return block(fields);
}

function schemaField(name, schema) {
  const { format, description, examples = [], enum: values, readOnly, type } = schema;
  const lines = [
    format && `Format: ${format}`,
    description && `@description ${description}`,
    schema.default !== undefined && `@default ${exampleText(schema.default)}`,
    ...examples.map((example) => `@example ${exampleText(example)}`),
    values && `@enum {${type}}`,
  ];
  return (
    comment(schema.$ref ? [] : lines) + (readOnly ? 'readonly ' : '') + field(name, typeOf(schema))
  );
}

function typeOf(schema) {
  const unknown = Object.keys(schema).filter((key) => !knownKeys.has(key));
  if (unknown.length > 0) {
    throw new Error(
      `types-of.mjs does not know ${unknown.join(', ')} in ${JSON.stringify(schema)}`,
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
      throw new Error(`types-of.mjs does not know the type ${type}`);
  }
}

function objectType({ properties = {}, required = [], additionalProperties }) {
  const fields = entries(properties, (name, schema) =>
    schemaField(required.includes(name) ? name : `${name}?`, schema),
  );
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

/** #/components/schemas/Lead as components["schemas"]["Lead"] */
function reference(target) {
  const [, kind, name] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(target) ?? [];
  if (!name) throw new Error(`types-of.mjs does not know the reference ${target}`);
  return `components["${kind}"]["${name}"]`;
}

function entries(object, write) {
  return Object.entries(object).map(([name, value]) => write(name, value));
}

/** `name: type;`; a name may end with a question mark. */
function field(name, type) {
  const [, plain, mark] = /^(.*?)(\??)$/.exec(name);
  const text = /^([\w$]+)$/.test(plain) ? plain : JSON.stringify(plain);
  return `${text}${mark}: ${type};\n`;
}

function block(fields) {
  return `{\n${fields.join('').replaceAll(/^(?=.)/gm, '    ')}}`;
}

function comment(parts) {
  const lines = parts
    .filter(Boolean)
    .map((part) => part.replaceAll('\n', '\n    ').replaceAll('*/', '*\\/'));
  if (lines.length === 0) return '';
  const text = lines.join('\n');
  if (!text.includes('\n')) return `/** ${text} */\n`;
  const inside = text.split('\n').map((line) => ` * ${line}`.trimEnd());
  return `/**\n${inside.join('\n')}\n */\n`;
}

function exampleText(example) {
  return typeof example === 'object' ? JSON.stringify(example, null, 2) : String(example);
}
