// The document's schemas as Python types: a TypedDict for each object. It knows what our document uses and refuses
// what it does not know, so that no schema becomes a wrong type silently.
import { writableFields } from '../../operations.mjs';
import { docstring, indent, isName, literal, pascal, wrap } from './names.mjs';

const typeKeys = [
  '$ref',
  'type',
  'enum',
  'const',
  'anyOf',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
];
const commentKeys = ['title', 'description', 'format', 'default', 'examples', 'readOnly'];
const limitKeys = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'maxProperties',
];
const knownKeys = new Set([...typeKeys, ...commentKeys, ...limitKeys]);

/** Collects the classes that the types asked of it need, each before it is used where Python wants that. */
export class Types {
  #classes = new Map();

  /** The type of a schema; `name` is that of its class, should it need one. */
  of(schema, name) {
    const unknown = Object.keys(schema).filter(
      (key) => !knownKeys.has(key) && !key.startsWith('x-'),
    );
    if (unknown.length > 0) {
      throw new Error(`types.mjs does not know ${unknown.join(', ')} in ${JSON.stringify(schema)}`);
    }
    if (schema.$ref) return reference(schema.$ref);
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.anyOf) return union(schema.anyOf.map((one) => this.of(one, name)));
    if (schema.type === undefined) return 'Any';
    return union([schema.type].flat().map((type) => this.#plain(type, schema, name)));
  }

  /** A class for an object, or another name for what is none. */
  add(name, schema) {
    if (schema.type === 'object' && schema.properties) this.#addClass(name, schema);
    else this.#put(name, `${name} = ${this.of(schema, `${name}Item`)}\n`);
  }

  /** The fields of a request's body that can be given; none is undefined. */
  addBody(name, schema) {
    const properties = writableFields(schema);
    if (Object.keys(properties).length === 0) return undefined;
    this.#addClass(name, { ...schema, properties });
    return properties;
  }

  /** Aliases come last: Python evaluates them. */
  text() {
    const all = [...this.#classes.values()];
    const isAlias = (text) => !text.startsWith('class ') && !text.includes('TypedDict(');
    return [...all.filter((text) => !isAlias(text)), ...all.filter(isAlias)].join('\n\n');
  }

  get names() {
    return [...this.#classes.keys()];
  }

  #put(name, text) {
    if ((this.#classes.get(name) ?? text) !== text) throw new Error(`two types are called ${name}`);
    this.#classes.set(name, text);
  }

  #plain(type, schema, name) {
    switch (type) {
      case 'object':
        return this.#object(schema, name);
      case 'array':
        return `List[${this.of(schema.items ?? {}, `${name}Item`)}]`;
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'string':
        return 'str';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      default:
        throw new Error(`types.mjs does not know the type ${type}`);
    }
  }

  #object(schema, name) {
    const { properties, additionalProperties, patternProperties = {} } = schema;
    if (properties && Object.keys(properties).length > 0) {
      this.#addClass(name, schema);
      return name;
    }
    const [pattern] = Object.values(patternProperties);
    const values = pattern ?? additionalProperties;
    const isAny = typeof values !== 'object';
    return `Dict[str, ${isAny ? 'Any' : this.of(values, `${name}Value`)}]`;
  }

  #addClass(name, { properties = {}, required = [], description }) {
    const fields = Object.entries(properties).map(([key, schema]) => {
      const type = this.of(schema, name + pascal(key));
      const comment = schema.description ? wrap(schema.description, 96) : '';
      return {
        key,
        type: required.includes(key) ? type : `NotRequired[${type}]`,
        comment: comment.replaceAll(/^(?=.)/gm, '#: '),
      };
    });
    const text = fields.every(({ key }) => isName(key))
      ? classText(name, description, fields)
      : callText(name, fields);
    this.#put(name, text);
  }
}

function classText(name, description, fields) {
  const lines = fields.map(
    ({ key, type, comment }) => `${comment ? `${comment}\n` : ''}${key}: ${type}`,
  );
  const inside = [...(description ? [docstring(description)] : []), ...lines].join('\n');
  return `class ${name}(TypedDict):\n${indent(inside || 'pass')}\n`;
}

/** With a key that cannot be the name of a field, such as `from`. */
function callText(name, fields) {
  const lines = fields.map(({ key, type, comment }) => {
    const quoted = type.startsWith('NotRequired[')
      ? `NotRequired[${literal(type.slice('NotRequired['.length, -1))}]`
      : literal(type);
    return `${comment ? `${comment}\n` : ''}${literal(key)}: ${quoted},`;
  });
  const inside = indent(lines.join('\n'), '        ');
  return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${inside}\n    },\n)\n`;
}

/** #/components/schemas/Lead as Lead */
function reference(target) {
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(target) ?? [];
  if (!name) throw new Error(`types.mjs does not know the reference ${target}`);
  return name;
}

function union(types) {
  const [first, ...others] = [...new Set(types)].filter((type) => type !== 'None');
  const one = others.length > 0 ? `Union[${[first, ...others].join(', ')}]` : first;
  return types.includes('None') ? `Optional[${one}]` : one;
}
