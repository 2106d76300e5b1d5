/** JSON Schema as a table of fields: name, type, meaning, rules and default. */
import { type Html, html, join } from '../../platform/common/html.ts';
import { inline } from './markdown.ts';

export interface JsonSchema {
  $id?: string;
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  const?: unknown;
  enum?: readonly string[];
  default?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  required?: readonly string[];
  readOnly?: boolean;
  examples?: unknown[];
  /** Names allowed in a comma-separated list. */
}

export interface Field {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}

/** The fields of an object, including nested ones as `page.url`. */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {})
    .filter(([, field]) => !field.readOnly)
    .flatMap(([name, field]) => {
      const path = prefix + name;
      const isRequired = schema.required?.includes(name) ?? false;
      const inner = field.items ? fieldsOf(field.items, `${path}[].`) : fieldsOf(field, `${path}.`);
      return [{ name: path, schema: field, isRequired }, ...inner];
    });
}

/** `marksRequired` is for input: answers always have every field. */
export function fieldTable(caption: string, fields: Field[], marksRequired: boolean): Html {
  return html`<table class="fields">
<caption class="visually-hidden">${caption}</caption>
<thead><tr><th scope="col">Name and type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${fields.map((field) => fieldRow(field, marksRequired))}</tbody>
</table>`;
}

function fieldRow({ name, schema, isRequired }: Field, marksRequired: boolean): Html {
  const rules = rulesOf(schema);
  // Allows line breaks after dots in long names.
  const breakable = join(
    name.split(/(?<=\.)/).map((part) => html`${part}`),
    '<wbr>',
  );
  return html`<tr>
<th scope="row"><code>${breakable}</code> <span class="type">${typeOf(schema)}</span>${
    marksRequired && isRequired && html` <span class="required">required</span>`
  }</th>
<td>${inline(schema.description ?? '')}${
    rules.length > 0 && html` <span class="rules">${join(rules, ' ')}</span>`
  }</td>
</tr>`;
}

const formats: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'timestamp',
  instant: 'ISO 8601 instant',
};

export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref) return resourceLink(schema.$ref.replace(/^.*\//, ''));
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const names = [schema.type ?? 'any value'].flat();
  return html`${names.map((name) => (name === 'null' ? name : (formats[schema.format ?? ''] ?? name))).join(' or ')}`;
}

function resourceLink(name: string): Html {
  return html`<a href="#resource-${name}">${name}</a>`;
}

function rulesOf(schema: JsonSchema): Html[] {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern, items } = schema;
  return [
    schema.enum &&
      html`One of ${join(
        schema.enum.map((value) => html`<code>${String(value)}</code>`),
        ', ',
      )}.`,
    range(minimum, maximum),
    lengths(minLength, maxLength, schema.format),
    maxItems !== undefined && html`At most ${maxItems.toLocaleString('en')}.`,
    items?.enum && html`Of <code>${items.enum.join(', ')}</code>.`,
    // A pattern with alternatives lists names, which `x-fields` or the description has.
    pattern !== undefined && !pattern.includes('|') && html`Matches <code>${pattern}</code>.`,
    schema.default !== undefined && html`Default <code>${JSON.stringify(schema.default)}</code>.`,
  ].filter((rule) => rule !== undefined && rule !== false);
}

function range(minimum: number | undefined, maximum: number | undefined): Html | undefined {
  if (minimum === undefined || maximum === undefined) return undefined;
  const from = minimum.toLocaleString('en');
  // The largest integer that a double holds means no limit.
  if (maximum === Number.MAX_SAFE_INTEGER) return html`${from} or more.`;
  return html`${from} to ${maximum.toLocaleString('en')}.`;
}

function lengths(min: number | undefined, max: number | undefined, format: string | undefined) {
  // An instant's length follows from its format.
  if (max === undefined || format === 'instant') return undefined;
  const most = max.toLocaleString('en');
  return min ? html`${min} to ${most} characters.` : html`At most ${most} characters.`;
}
