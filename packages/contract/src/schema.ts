/** Building blocks of all schemas in the contract: JSON Schema by TypeBox, documented for OpenAPI. */

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

/** Twice as fast as a regular expression; every message has three UUIDs. */
export function isUuid(text: string): boolean {
  if (text.length !== 36) return false;
  for (let place = 0; place < 36; place++) {
    const code = text.charCodeAt(place);
    const isDash = place === 8 || place === 13 || place === 18 || place === 23;
    if (isDash ? code !== 45 : hexadecimal[code] !== 1) return false;
  }
  return true;
}

// The library's own `uuid` also accepts `urn:uuid:…`, which PostgreSQL rejects.
Format.Set('uuid', isUuid);
Format.Set('instant', isInstant);
Format.Set('label', (text) => text.trim() !== '' && !/\p{Cc}/u.test(text));

export const Uuid = (description: string) => Type.String({ format: 'uuid', description });

/** A timestamp in responses: `YYYY-MM-DDThh:mm:ssZ`. */
export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-05-04T09:30:00Z'] });

/** A timestamp in requests: ISO 8601 with any offset, or a date. */
export const Instant = (description: string) =>
  Type.String({
    format: 'instant',
    maxLength: 40,
    description: `${description} A date means midnight UTC.`,
    examples: ['2026-05-04T09:30:00Z'],
  });

/** Free text, short enough for a PostgreSQL index entry. */
export const Text = (maxLength: number, description: string) =>
  Type.String({ maxLength, description });

/** A name for display: one line, not blank. */
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
 * The schema or null. `whenNull` explains null and is appended to the schema's description. Written as a list of types,
 * which validators and serializers handle well.
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

/** A closed object: unknown fields are rejected. */
export const Closed = <P extends Record<string, TSchema>>(
  properties: P,
  options: { $id?: string; description?: string; examples?: Record<string, unknown>[] } = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

/**
 * The body of a write. `fields` are checked and, unless listed in `required`, optional. The record's other fields are
 * accepted and ignored, so clients can send back a record they read.
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
  limit: Type.Integer({ description: 'Page size of this response.' }),
  offset: Type.Integer({ description: 'Number of skipped records.' }),
  total: Type.Integer({ description: 'Exact number of records that match the query.' }),
  next_cursor: Type.Optional(
    fromService(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description:
          'Pass it as `cursor` to get the next page. Null on the last page. Only in responses to requests with `cursor`.',
      }),
    ),
  ),
});

export const recordOf = <T extends TSchema>(schema: T) => Closed({ data: schema });

export const listOf = <T extends TSchema>(schema: T) =>
  Closed({ data: Type.Array(schema), pagination: Pagination });

/** For a list that covers some days unless the caller chooses others. */
export const listOfWindow = <T extends TSchema>(schema: T) =>
  Closed({
    data: Type.Array(schema),
    pagination: Closed({
      ...Pagination.properties,
      window_days: Type.Optional(
        Type.Integer({
          description:
            'Days that the list and its total cover. Absent if the request sets a start time, or a visitor, person or company.',
        }),
      ),
    }),
  });

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

/** Query of a list that takes only `limit` and `offset`. */
export const pageQuery = Closed(page);

/** Query of a list without test data: `limit`, `offset` and its own parameters, all optional. */
export const pageOfList = <P extends Record<string, TSchema>>(others: P) =>
  Closed({ ...page, ...Type.Partial(Type.Object(others)).properties });

/** Query of a list: `limit`, `offset`, `test` and its own filters, all optional. */
export const listQuery = <P extends Record<string, TSchema>>(filters: P) =>
  Closed({
    ...page,
    test: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true: return test data from development keys instead of live data.',
      }),
    ),
    ...Type.Partial(Type.Object(filters)).properties,
  });

/** A filter on records of one kind; handlers receive the parsed filter. */
export const filterOf = (about: RecordKind) =>
  Type.Unsafe<CheckedFilter>({
    type: 'string',
    minLength: 1,
    maxLength: filterLimits.length,
    'x-filter': about,
    description: `Only ${about === 'visit' ? 'visits' : 'records'} that match this filter, such as \`${filterExamples[about] ?? ''}\`. Text or a JSON tree; see docs/guides/filters.md. ${fieldsText(about)}`,
  });

function fieldsText(about: RecordKind): string {
  const names = (of: readonly string[]) => of.map((name) => `\`${name}\``).join(', ');
  const relations = filterRelations[about];
  const related =
    relations.length > 0
      ? ` Related records: ${names(relations)}; write their fields after a dot, such as \`${relations[0]}.id\`.`
      : '';
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

/** Parameters of a list with a choice of sort fields and stable pages. */
export const ordered = <const Order extends readonly string[]>(order: Order) => ({
  sort: Type.Unsafe<Order[number] | `-${Order[number]}`>({
    type: 'string',
    enum: order.flatMap((name) => [name, `-${name}`]),
    default: `-${order[0]}`,
    description: 'Sort field. A leading minus sorts in descending order. Ties are sorted by id.',
  }),
  cursor: Text(
    600,
    'Stable pages while records are added; replaces `offset`. Send an empty cursor for the first page, then `next_cursor` of the previous page with the same filters and sort.',
  ),
});

/** Parameters of a list with a filter, a choice of sort fields and stable pages. */
export const askAnything = <const Order extends readonly string[]>(
  about: RecordKind,
  order: Order,
) => ({ filter: filterOf(about), ...ordered(order) });

/** A query parameter with several values, separated by commas: `fields=id,created_at`. */
export const commaList = <T extends TSchema>(
  item: T,
  options: {
    description: string;
    minItems?: number;
    maxItems?: number;
    default?: string[];
    examples?: string[][];
  },
) => Type.Array(item, options);

/** One of the values of a comma list. */
export const listItem = <const Names extends readonly string[]>(names: Names) =>
  Type.Unsafe<Names[number]>({ type: 'string', enum: [...names] });

/** The `expand` parameter: adds related data to each record. */
export const expandable = <const Names extends readonly string[]>(names: Names, what: string) => ({
  expand: commaList(listItem(names), {
    minItems: 1,
    description: `Adds to each record: ${what}`,
  }),
});

/**
 * The `fields` parameter: returns only these fields of the record and omits the others, even those its schema requires.
 */
export const selectable = (record: TObject) => {
  const names = Object.keys(record.properties);
  return {
    fields: commaList(listItem(names), {
      minItems: 1,
      description:
        'Return only these fields of each record: names separated by commas, such as `id,created_at`.',
    }),
  };
};

/** Query of a single record with the `fields` parameter. */
export const selectedOf = <P extends Record<string, TSchema>>(record: TObject, others: P) =>
  Closed(Type.Partial(Type.Object({ ...others, ...selectable(record) })).properties);

export const updatedAfter = {
  updated_after: Instant('Only records changed after this time (exclusive).'),
};

export const botsOnly = Type.Boolean({
  default: false,
  description: 'true: return bots instead of people. Bots are excluded by default.',
});

export const createdRange = {
  created_after: Instant('Only records created after this time (exclusive).'),
  created_before: Instant('Only records created before this time (exclusive).'),
};

export const idParams = Closed({ id: Uuid('Id of the record.') });
