/** Events of PostHog: JSON lines of a batch export, or a CSV table of the same columns. */
import { namedId } from '../common/ids.ts';
import { type Fields, fieldsOf, type Mapped, textOf, without } from '../senders/mapping.ts';
import { posthogMessages } from '../senders/posthog.ts';
import type { Format, Wishes } from './format.ts';
import { csvRows, jsonRows, objectIn } from './rows.ts';

export const posthogFormat: Format = {
  // The name may say anything; the columns of a table do not begin with a bracket.
  rows: (file) =>
    /\.csv(\.gz)?$/i.test(file.path)
      ? csvRows(file, ['event', 'distinct_id', 'timestamp'], 'table of events of PostHog')
      : jsonRows(file),
  read: readPosthog,
};

const prefix = 'properties.';

function readPosthog(row: Fields, { ids }: Wishes): Mapped {
  if (textOf(row.event) === undefined) return { refused: 'event: is missing' };
  if (textOf(row.timestamp) === undefined) return { refused: 'timestamp: is missing' };
  const flat = Object.entries(row).flatMap(([name, value]) =>
    name.startsWith(prefix) && value !== '' ? [[name.slice(prefix.length), value]] : [],
  );
  const told = objectOf(row.properties);
  if (!told) return { refused: 'properties: are no JSON object' };
  const properties = without({ $ip: textOf(row.ip, 64), ...told, ...Object.fromEntries(flat) });
  const item = without({
    ...row,
    properties,
    $set: orUndefined(row.set),
    $set_once: orUndefined(row.set_once),
    uuid: textOf(row.uuid) ?? namedId(JSON.stringify(row)),
  });
  return posthogMessages(item, ids);
}

/** Where it is text, as tables have it, what that says. */
function objectOf(value: unknown): Fields | undefined {
  if (typeof value !== 'string') return fieldsOf(value);
  return value === '' ? {} : objectIn(value);
}

function orUndefined(value: unknown): Fields | undefined {
  return objectOf(value ?? {});
}
