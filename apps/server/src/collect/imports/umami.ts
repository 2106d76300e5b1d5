/**
 * Reads website_event rows from Umami's export or its database's COPY. The cloud's archive has the table next to
 * event_data and session_data; the download button's archive has only totals. Source: umami-software/umami,
 * db/clickhouse/schema.sql, prisma/, src/app/api/websites/[websiteId]/export.
 */
import { namedId } from '../../platform/common/ids.ts';
import type { PackedFile } from '../../platform/common/packed-file.ts';
import { StartError } from '../../platform/common/start-error.ts';
import { type Fields, type Mapped, textOf, without } from '../senders/mapping.ts';
import { umamiMessages } from '../senders/umami.ts';
import type { Format, Wishes } from './format.ts';
import { csvRows } from './rows.ts';
import { zipEntries } from './zip-entries.ts';

const needed = 'Export the table website_event with its column names in the first line';
const whence = `with the data export of Umami Cloud, or with psql: \\copy website_event to … csv header`;

export const umamiFormat: Format = {
  unpacked: eventTables,
  rows: (file) =>
    csvRows(file, {
      needed: ['session_id', 'created_at', 'url_path', 'event_type'],
      isWhat: 'the table website_event of Umami',
      hint: `${needed}, ${whence}.`,
    }),
  read: readUmami,
};

const table = /(?:^|[/\\])website_event[^/\\]*\.csv$/i;

async function eventTables(archive: PackedFile): Promise<PackedFile[]> {
  const entries = await zipEntries(archive);
  const names = entries.map(({ path }) => path.slice(archive.path.length + 2));
  const tables = entries.filter((_, place) => table.test(names[place] ?? ''));
  if (tables.length > 0) return tables;
  const hasSums = ['pages.csv', 'referrers.csv'].every((name) => names.includes(name));
  const isWhat = hasSums
    ? 'has only totals by page, referrer and so on, from the download button of Umami'
    : `has no website_event.csv, but ${names
        .slice(0, 12)
        .map((name) => JSON.stringify(name))
        .join(', ')}`;
  throw new StartError(`${archive.path} ${isWhat}. ${needed}, ${whence}.`);
}

const kinds: Record<string, 'view' | 'event'> = { '1': 'view', '2': 'event' };

function readUmami(raw: Fields, { ids, site }: Wishes): Mapped {
  const row = withoutNulls(raw);
  const kind = kinds[textOf(row.event_type) ?? ''];
  if (!kind) return { dropped: `event_type ${textOf(row.event_type, 20) ?? '(empty)'}` };
  const session = textOf(row.session_id, 200);
  if (session === undefined) return { refused: 'session_id: is empty' };
  const name = textOf(row.event_name, 200);
  if (kind === 'event' && name === undefined) return { refused: 'event_name: is empty' };
  const payload = without({
    hostname: textOf(row.hostname) ?? site?.host,
    url: pathOf(row.url_path, queryOf(row)),
    referrer: referrerOf(row),
    title: textOf(row.page_title),
    language: textOf(row.language),
    screen: textOf(row.screen),
    name: kind === 'event' ? name : undefined,
    id: textOf(row.distinct_id, 200),
    tag: textOf(row.tag),
  });
  // Umami's visitor id, which changes every month.
  const visitor = ids.ofAnonymous(`umami ${session}`);
  const mapped = umamiMessages({ type: 'event', payload }, { ...ids, ofTheDay: () => visitor });
  if (!('messages' in mapped)) return mapped;
  const own = {
    message_id: `umami ${textOf(row.event_id, 60) ?? namedId(JSON.stringify(row))}`,
    timestamp: textOf(row.created_at),
  };
  return { messages: mapped.messages.map((message) => ({ ...message, ...own })) };
}

/** In text tables, ClickHouse and MySQL write null as \N, phpMyAdmin and DBeaver as NULL, PostgreSQL as empty. */
function withoutNulls(row: Fields): Fields {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== '\\N' && value !== 'NULL'),
  );
}

const tags = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'gclid',
  'fbclid',
  'msclkid',
  'ttclid',
  'li_fat_id',
  'twclid',
];

/** Umami cuts queries after 500 characters, but stores tags and click ids in separate columns too. */
function queryOf(row: Fields): string | undefined {
  const query = textOf(row.url_query)?.replace(/^\?/, '');
  const there = new URLSearchParams(query);
  const lost = tags.flatMap((tag): [string, string][] => {
    const value = textOf(row[tag]);
    return value === undefined || there.has(tag) ? [] : [[tag, value]];
  });
  const more = new URLSearchParams(lost).toString();
  return [query, more].filter(Boolean).join('&') || undefined;
}

function pathOf(path: unknown, query: unknown): string {
  const pathText = textOf(path) ?? '/';
  const search = textOf(query)?.replace(/^\?/, '');
  return `${pathText.startsWith('/') ? '' : '/'}${pathText}${search === undefined ? '' : `?${search}`}`;
}

function referrerOf(row: Fields): string | undefined {
  const domain = textOf(row.referrer_domain);
  return domain && `https://${domain}${pathOf(row.referrer_path, row.referrer_query)}`;
}
