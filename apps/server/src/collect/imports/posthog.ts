/**
 * Reads PostHog events: JSON lines of a batch export or file download, or a CSV table. "Export all columns" in the event
 * list writes each value as a column, with an event's under a star: `*.uuid`, `*.properties.$lib`,
 * `*.properties.$set.email`. Source: PostHog/posthog, products/batch_exports/backend/temporal/pipeline/transformer.py,
 * posthog/tasks/exports/ordered_csv_renderer.py, frontend/src/queries/nodes/DataTable/DataTableExport.tsx.
 */
import { namedId } from '../../platform/common/ids.ts';
import type { PackedFile } from '../../platform/common/packed-file.ts';
import { type Fields, fieldsOf, type Mapped, textOf, without } from '../senders/mapping.ts';
import { posthogMessages } from '../senders/posthog.ts';
import type { Format, Wishes } from './format.ts';
import { csvRows, jsonRows, objectIn } from './rows.ts';

const whichExport =
  'In PostHog, choose "Export all columns" in the list of events, or a batch export or file download as JSON lines (JSONL).';

export const posthogFormat: Format = {
  // A file name can be anything; a table's header never starts with a bracket.
  rows: (file) => (/\.csv(\.gz|\.br)?$/i.test(file.path) ? tableRows(file) : jsonRows(file)),
  read: readPosthog,
};

const tableRows = (file: PackedFile) =>
  csvRows(file, {
    needed: ['event', 'distinct_id', 'timestamp'],
    isWhat: 'a table of PostHog events',
    hint: whichExport,
    // Custom property names are case-sensitive.
    nameOf: (name) => name.replace(/^\*\./, ''),
  });

function readPosthog(row: Fields, { ids }: Wishes): Mapped {
  if (textOf(row.event) === undefined) return unlikeAnEvent(row);
  if (textOf(row.timestamp) === undefined) return { refused: 'timestamp: is missing' };
  const eventProperties = objectOf(row.properties);
  if (!eventProperties) return { refused: 'properties: must be a JSON object' };
  const properties = without({
    $ip: textOf(row.ip, 64),
    ...eventProperties,
    ...flatProperties(row),
  });
  const item = without({
    ...row,
    properties,
    $set: orUndefined(row.set),
    $set_once: orUndefined(row.set_once),
    uuid: textOf(row.uuid) ?? textOf(row.id) ?? namedId(JSON.stringify(row)),
  });
  return posthogMessages(item, ids);
}

function unlikeAnEvent(row: Fields): Mapped {
  if (Array.isArray(row.files)) return { dropped: 'a manifest of an export' };
  return {
    refused: Array.isArray(row.results)
      ? `an API response of PostHog; import its "results" as a list [ … ]`
      : 'event: is missing',
  };
}

const prefix = 'properties.';
/** Properties that are not text in events, but are in tables. */
const typed = new Set(['$screen_width', '$screen_height', '$is_identified']);

/** Converts each column's text back to its type. */
function flatProperties(row: Fields): Fields {
  const flat: Fields = {};
  const parts: Record<string, [string, unknown][]> = { $set: [], $set_once: [] };
  for (const [column, value] of Object.entries(row)) {
    if (!column.startsWith(prefix) || value === '' || value === undefined) continue;
    const name = column.slice(prefix.length);
    const [, part = '', own = ''] = /^(\$set|\$set_once)\.(.+)$/.exec(name) ?? [];
    const list = parts[part];
    if (list) list.push([own, value]);
    else flat[name] = typed.has(name) ? typedValue(value) : value;
  }
  const sets = Object.entries(parts).filter(([, list]) => list.length > 0);
  return {
    ...flat,
    ...Object.fromEntries(sets.map(([name, list]) => [name, Object.fromEntries(list)])),
  };
}

function typedValue(value: unknown): unknown {
  if (value === 'True' || value === 'true') return true;
  if (value === 'False' || value === 'false') return false;
  return typeof value === 'string' && /^\d{1,6}(?:\.0)?$/.test(value) ? Number(value) : value;
}

/** Parses text, as in tables. */
function objectOf(value: unknown): Fields | undefined {
  if (typeof value !== 'string') return fieldsOf(value);
  return value === '' ? {} : objectIn(value);
}

function orUndefined(value: unknown): Fields | undefined {
  return objectOf(value ?? {});
}
