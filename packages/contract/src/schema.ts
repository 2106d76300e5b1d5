/** Building blocks of every schema in the contract: JSON Schema by TypeBox, documented for OpenAPI. */

import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { Format } from 'typebox/format';
import { filterLimits } from './filter.ts';
import type { CheckedFilter } from './filter-check.ts';
import { filterFields, filterRelations, type RecordKind } from './filter-fields.ts';
import { isInstant } from './instant.ts';
import { fromService } from './origins.ts';

/** By character code: the digits and letters of hexadecimal numbers. */
const hexadecimal = new Uint8Array(128);
for (const character of '0123456789abcdefABCDEF') hexadecimal[character.charCodeAt(0)] = 1;

/** Half of the time of a pattern; every message has three. */
export function isUuid(text: string): boolean {
  if (text.length !== 36) return false;
  for (let place = 0; place < 36; place++) {
    const code = text.charCodeAt(place);
    const isDash = place === 8 || place === 13 || place === 18 || place === 23;
    if (isDash ? code !== 45 : hexadecimal[code] !== 1) return false;
  }
  return true;
}

// The library's own `uuid` also takes `urn:uuid:…`, which PostgreSQL refuses.
Format.Set('uuid', isUuid);
Format.Set('instant', isInstant);
Format.Set('label', (text) => text.trim() !== '' && !/\p{Cc}/u.test(text));

export const Uuid = (description: string) => Type.String({ format: 'uuid', description });

/** A timestamp as the API sends it: `YYYY-MM-DDThh:mm:ssZ`. */
export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-05-04T09:30:00Z'] });

/** A timestamp as a caller may write it: ISO 8601 with any offset, or a date. */
export const Instant = (description: string) =>
  Type.String({
    format: 'instant',
    maxLength: 40,
    description: `${description} A date is its midnight in UTC.`,
    examples: ['2026-05-04T09:30:00Z'],
  });

/** Free text with a limit that keeps every index entry below PostgreSQL's size limit. */
export const Text = (maxLength: number, description: string) =>
  Type.String({ maxLength, description });

/** A name that people are shown: one line, and not blank. */
export const Label = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, format: 'label', description });

/** An arbitrary JSON object. */
export const JsonObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
  });

/**
 * The schema, or null; `whenNull` says behind the schema's own description what null means. Written
 * as a list of types, which validators and serialisers know well.
 */
export const Nullable = <T extends TSchema & { type?: string; description?: string }>(
  schema: T,
  whenNull: string,
) =>
  Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [schema.type, 'null'],
    description: [...new Set([schema.description, whenNull])].filter(Boolean).join(' '),
  });

/** A closed object: names that are not declared are refused. */
export const Closed = <P extends Record<string, TSchema>>(
  properties: P,
  options: { $id?: string; description?: string; examples?: Record<string, unknown>[] } = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

/**
 * The body of a write: the given fields are checked and, but for the required ones, optional; the
 * record's other fields are accepted and ignored, so that a record that was read can be sent back.
 */
export function writeBody<
  P extends Record<string, TSchema>,
  Required extends Extract<keyof P, string> = never,
>(record: TObject, fields: P, required: Required[] = []) {
  const readOnly = Object.keys(record.properties)
    .filter((name) => !(name in fields))
    .map((name) => [name, Type.Optional(Type.Unknown({ readOnly: true }))]);
  const writable = Object.entries(fields).map(([name, schema]) => [
    name,
    required.some((requiredFields) => requiredFields === name) ? schema : Type.Optional(schema),
  ]);
  type Body = { [K in Required]: Static<P[K]> } & {
    [K in Exclude<keyof P, Required>]?: Static<P[K]>;
  };
  return Type.Unsafe<Body>(Closed(Object.fromEntries([...readOnly, ...writable])));
}

export const Pagination = Closed({
  limit: Type.Integer({ description: 'The page size that was applied.' }),
  offset: Type.Integer({ description: 'The number of records that were skipped.' }),
  total: Type.Integer({ description: 'The number of records that match the query, exactly.' }),
  next_cursor: Type.Optional(
    fromService(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description:
          'With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end.',
      }),
    ),
  ),
});

export const recordOf = <T extends TSchema>(schema: T) => Closed({ data: schema });

export const listOf = <T extends TSchema>(schema: T) =>
  Closed({ data: Type.Array(schema), pagination: Pagination });

const page = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Page size.' }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Number of records to skip.',
    }),
  ),
};

/** The query of a list that takes `limit` and `offset` only. */
export const pageQuery = Closed(page);

/** The query of a list that has no test data: `limit`, `offset` and its own parameters, all optional. */
export const pageOfList = <P extends Record<string, TSchema>>(others: P) =>
  Closed({ ...page, ...Type.Partial(Type.Object(others)).properties });

/** The query of a list: `limit`, `offset`, `test`, and the list's own filters, all optional. */
export const listQuery = <P extends Record<string, TSchema>>(filters: P) =>
  Closed({
    ...page,
    test: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true: the test data of development keys instead of the live data.',
      }),
    ),
    ...Type.Partial(Type.Object(filters)).properties,
  });

/** The condition of the filter language, of records of a kind; the operation is handed what was read. */
export const filterOf = (about: RecordKind) =>
  Type.Unsafe<CheckedFilter>({
    type: 'string',
    minLength: 1,
    maxLength: filterLimits.length,
    'x-filter': about,
    description: `Only ${about === 'visit' ? 'visits' : 'records'} of which this is true, such as \`${filterExamples[about] ?? ''}\`; text or a JSON tree. docs/guides/filters.md tells the language. ${fieldsText(about)}`,
  });

function fieldsText(about: RecordKind): string {
  const names = (of: readonly string[]) => of.map((name) => `\`${name}\``).join(', ');
  const relations = filterRelations[about];
  const related = relations.length > 0 ? ` Fields of ${names(relations)} follow a dot.` : '';
  return `Fields: ${names(Object.keys(filterFields[about]))}.${related}`;
}

const filterExamples: Partial<Record<RecordKind, string>> = {
  lead: 'source = campaign AND company.name:acme',
  visitor: 'country = Germany AND did("page_view", path = "/pricing*", at least 2, within 30d)',
  identity: 'traits.plan = team AND NOT conversion:*',
  company: 'did("page_view", path = "/pricing*", within 7d)',
  conversion: 'value >= 100 AND visitor.country = Germany',
  session: 'channel = search AND page_view_count > 3',
  event: 'name = page_view AND path = "/pricing*"',
  campaign: 'medium = cpc AND name:spring',
  list: 'name:customers',
  visit: 'channel IN (search, paid) AND landing_page = "/pricing*" AND NOT lead:*',
};

/** What a list takes that can be read in several orders: which one, and pages that stand still. */
export const ordered = <const Order extends readonly string[]>(order: Order) => ({
  sort: Type.Unsafe<Order[number] | `-${Order[number]}`>({
    type: 'string',
    enum: order.flatMap((name) => [`-${name}`, name]),
    default: `-${order[0]}`,
    description: 'By which field; with a minus the greatest first. Ties are broken by id.',
  }),
  cursor: Text(
    600,
    'Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort.',
  ),
});

/** What a list takes that can be asked for anything: a filter, an order, and pages that stand still. */
export const askAnything = <const Order extends readonly string[]>(
  about: RecordKind,
  order: Order,
) => ({ filter: filterOf(about), ...ordered(order) });

/** A name of what is told of each record beside its own fields. */
export const expandable = <const Names extends readonly string[]>(names: Names, what: string) => ({
  expand: Type.Unsafe<Names[number]>({
    type: 'string',
    enum: [...names],
    description: `What else is told of each record: ${what}`,
  }),
});

/**
 * Which fields of the record are told, by their names; the others are left out of the answer, also those
 * that its schema requires.
 */
export const selectable = (record: TObject) => {
  const names = Object.keys(record.properties);
  const name = `(${names.join('|')})`;
  return {
    fields: Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: `^${name}(,${name})*$`,
      'x-fields': names,
      description:
        'Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise.',
    }),
  };
};

/** The query of a record that can be read in parts. */
export const selectedOf = <P extends Record<string, TSchema>>(record: TObject, others: P) =>
  Closed(Type.Partial(Type.Object({ ...others, ...selectable(record) })).properties);

export const updatedAfter = {
  updated_after: Instant('Only records that changed after this instant (exclusive).'),
};

export const botsOnly = Type.Boolean({
  default: false,
  description: 'true: the bots, which are left out otherwise, instead of people.',
});

export const createdRange = {
  created_after: Instant('Only records created after this instant (exclusive).'),
  created_before: Instant('Only records created before this instant (exclusive).'),
};

export const idParams = Closed({ id: Uuid('The id of the record.') });
