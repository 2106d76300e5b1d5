/**
 * Reads events_YYYYMMDD rows of GA4's BigQuery export: one object per line from BigQuery's export and console, a list
 * from `bq query --format=json`. Integers are text, or numbers if a program wrote the rows; event_params and other
 * records are text after TO_JSON_STRING or from another warehouse.
 */

import { isClickId } from '../../enrichment/sources/click-ids.ts';
import { namedId } from '../../platform/common/ids.ts';
import type { PackedFile } from '../../platform/common/packed-file.ts';
import { StartError } from '../../platform/common/start-error.ts';
import {
  eventOf,
  type Fields,
  fieldsOf,
  idOf,
  type Mapped,
  namesOf,
  orNone,
  pageContext,
  textOf,
  without,
} from '../senders/mapping.ts';
import type { Format, Wishes } from './format.ts';
import { jsonRows, type Row } from './rows.ts';

export const ga4Format: Format = { rows: ga4Rows, read: readGa4 };

const whichExport =
  'Export the tables events_… from the BigQuery project linked to GA4, as JSON (newline delimited).';

/** @throws StartError for a table: it lacks event parameters, and GA4's own downloads are totals */
function ga4Rows(file: PackedFile): AsyncGenerator<Row[]> {
  const head = file.head.toString().replace(/^\uFEFF/, '');
  if (/^# -{3}/.test(head)) {
    throw new StartError(`${file.path} is a GA4 report, which has only totals. ${whichExport}`);
  }
  if (/\.csv(?:\.gz)?$/i.test(file.path) || /^"?event_(?:date|timestamp|name)"?,/.test(head)) {
    throw new StartError(
      `${file.path} is a CSV file, which lacks the parameters of events. ${whichExport}`,
    );
  }
  return jsonRows(file);
}

/** Events that GA4 generates, as Footfall generates its own. */
const ownEvents = new Set(['session_start', 'first_visit', 'first_open', 'user_engagement']);
/** Parameters with another place in a message, or about GA4's sessions. */
const ownParameters =
  /^(?:page_(?:location|title|referrer)|ga_session_.*|engaged_session_event|engagement_time_msec|session_engaged|entrances|batch_.*|debug_mode|ignore_referrer)$/;

function readGa4(row: Fields, { ids }: Wishes): Mapped {
  const name = textOf(row.event_name, 200);
  if (name === undefined) return { refused: 'event_name: is missing' };
  const timestamp = instantOf(row.event_timestamp);
  if (timestamp === undefined) {
    return { refused: 'event_timestamp: must be microseconds since 1970' };
  }
  if (ownEvents.has(name)) return { dropped: `${name}: an internal event of GA4` };
  const visitor = idOf(row.user_pseudo_id);
  const names = namesOf(idOf(row.user_id)?.slice(0, 200));
  if (visitor === undefined && names.user_id === undefined) {
    return { dropped: 'no user_pseudo_id: the visitor gave no consent' };
  }
  const parameters = parametersOf(row.event_params);
  const base = without({
    message_id: `ga4 ${messageIdOf(row)}`,
    visitor_id: visitor && ids.ofAnonymous(`ga4 ${visitor}`),
    timestamp,
    context: orNone(contextOf(row, parameters)),
    ...names,
  });
  const properties = ownOf(parameters);
  if (name === 'page_view') {
    const view = { type: 'event', ...base, name, properties: orNone(properties) };
    return { messages: [without(view)] };
  }
  const order =
    orderOf(recordOf(row.ecommerce).transaction_id) ?? orderOf(properties.transaction_id);
  const sold = order === undefined ? properties : { order_id: order, ...properties };
  return { messages: [eventOf(base, name, sold)] };
}

/** GA4 has a placeholder for orders without an id, which would merge them all. */
function orderOf(value: unknown): string | undefined {
  const id = idOf(value);
  return id === '(not set)' ? undefined : id;
}

/** From microseconds, as a number or text. */
function instantOf(value: unknown): string | undefined {
  const text = idOf(value) ?? '';
  if (!/^\d{13,17}$/.test(text)) return undefined;
  const micros = text.slice(-3);
  return `${new Date(Number(text.slice(0, -3))).toISOString().slice(0, -1)}${micros}Z`;
}

/** GA4 events have no id; these fields distinguish them within a visitor. */
function messageIdOf(row: Fields): string {
  const parts = [
    row.user_pseudo_id,
    row.user_id,
    row.event_timestamp,
    row.event_name,
    row.event_bundle_sequence_id,
    row.batch_page_id,
    row.batch_ordering_id,
    row.batch_event_index,
  ];
  return namedId(JSON.stringify(parts.map((part) => idOf(part) ?? null)));
}

/** `[{ "key": …, "value": { "string_value": … } }]` as an object by name. */
function parametersOf(fields: unknown): Fields {
  const list = typeof fields === 'string' ? parsedIn(fields) : fields;
  if (!Array.isArray(list)) return {};
  const entries = list.flatMap((entry) => {
    const { key, value } = fieldsOf(entry);
    const parameter = parameterValue(fieldsOf(value));
    return typeof key === 'string' && parameter !== undefined ? [[key, parameter]] : [];
  });
  return Object.fromEntries(entries);
}

function recordOf(value: unknown): Fields {
  return fieldsOf(typeof value === 'string' ? parsedIn(value) : value);
}

function parsedIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** BigQuery writes integers as text, since they may have 64 bits. */
function parameterValue(value: Fields): string | number | undefined {
  const { string_value: text, int_value: whole, float_value: single, double_value: double } = value;
  if (typeof text === 'string') return text;
  const number = whole ?? double ?? single;
  if (number === undefined || number === null) return undefined;
  return Number.isSafeInteger(Number(number)) || typeof number === 'number'
    ? Number(number)
    : idOf(number);
}

function ownOf(parameters: Fields): Fields {
  return Object.fromEntries(
    Object.entries(parameters).filter(
      ([name]) => !ownParameters.test(name) && !isClickId(name.toLowerCase()),
    ),
  );
}

function contextOf(row: Fields, parameters: Fields): Fields {
  const { page_location: url, page_title: title, page_referrer: referrer } = parameters;
  const { campaign, ...page } = pageContext({ url, title, referrer });
  return without({
    ...page,
    campaign: campaign ?? campaignOf(recordOf(row.collected_traffic_source)),
    locale: textOf(recordOf(row.device).language, 64),
  });
}

/**
 * The event's tags, if its URL has lost them. GA4 also writes values derived from a referrer here, with the campaign in
 * brackets or a medium that needs no tag.
 */
function campaignOf(source: Fields): Fields | undefined {
  const [name = '', medium = ''] = [source.manual_campaign_name, source.manual_medium].map(
    (value) => textOf(value, 200),
  );
  const isOwn =
    /^\(.*\)$/.test(name) || (name === '' && /^(?:organic|referral|\(.*\))$/.test(medium));
  if (isOwn) return undefined;
  return orNone(
    without({
      source: textOf(source.manual_source, 200),
      medium: textOf(source.manual_medium, 200),
      name: textOf(source.manual_campaign_name, 200),
      term: textOf(source.manual_term, 200),
      content: textOf(source.manual_content, 200),
    }),
  );
}
