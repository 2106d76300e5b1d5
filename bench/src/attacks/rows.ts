/** The attacks of a stranger with only a write key: the rows of the table. */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';

export type AttackRow = {
  name: string;
  path: '/ingest' | '/ingest/batch' | '/visitor-resolve';
  connections: number;
  isPacked: boolean;
  /** The bodies to send in turn, uncompressed. */
  bodies(): string[];
  /** Most stored bytes per byte on the wire; unchecked without a limit. */
  storedLimit?: number;
  /** Additional storage a sender has once. */
  allowance?: number;
};

const mebibyte = 1024 * 1024;
const several = <T>(count: number, make: (place: number) => T) =>
  Array.from({ length: count }, (_, place) => make(place));
const batchOf = (messages: object[]) => JSON.stringify({ batch: messages });

function view(more: object = {}): object {
  const [visitor_id, session_id] = [randomUUID(), randomUUID()];
  return { type: 'event', name: 'page_view', visitor_id, session_id, ...more };
}

const bomb = () => {
  const list = several(400_000, () => ({ a: 1 }));
  return JSON.stringify(view({ properties: { list } })).padEnd(4 * mebibyte, ' ');
};

function identify(traits: number, email: string): object {
  const values = Object.fromEntries(several(traits, (place) => [`${randomUUID()}${place}`, place]));
  return { type: 'identify', visitor_id: randomUUID(), email, traits: values };
}

const bombs = (connections: number): AttackRow => ({
  name: `gzip bombs of 4 MiB, one object, ${connections} connections`,
  path: '/ingest',
  connections,
  isPacked: true,
  bodies: () => [bomb()],
});

export const attackRows: AttackRow[] = [
  bombs(100),
  bombs(32),
  bombs(8),
  {
    name: 'gzip batches of 4 MiB, 1,000 messages, 32 connections',
    path: '/ingest/batch',
    connections: 32,
    isPacked: true,
    bodies: () => [batchOf(several(1000, () => view({ properties: { text: 'x'.repeat(3_800) } })))],
  },
  {
    name: 'plain bodies of 1 MiB, 32 connections',
    path: '/ingest/batch',
    connections: 32,
    isPacked: false,
    bodies: () =>
      several(8, () =>
        batchOf(several(1000, () => view({ properties: { text: 'x'.repeat(800) } }))),
      ),
  },
  {
    name: 'identifies of one email with 2,000 traits, 8 connections',
    path: '/ingest/batch',
    connections: 8,
    isPacked: false,
    bodies: () => [batchOf(several(9, () => identify(2_000, 'many@traits.example')))],
  },
  {
    name: 'identifies of one email with 500 traits, 2 connections',
    path: '/ingest/batch',
    connections: 2,
    isPacked: false,
    bodies: () =>
      several(4, () => batchOf(several(20, () => identify(500, 'fewer@traits.example')))),
  },
  {
    name: 'events with user agents "botbot…", 8 connections',
    path: '/ingest/batch',
    connections: 8,
    isPacked: false,
    bodies: () =>
      several(4, (round) =>
        batchOf(
          several(800, (place) =>
            view({ context: { user_agent: `${'bot'.repeat(333)}${round * 800 + place}` } }),
          ),
        ),
      ),
  },
  {
    name: '/visitor-resolve, 64 connections',
    path: '/visitor-resolve',
    connections: 64,
    isPacked: false,
    bodies: () => several(64, () => JSON.stringify({ visitor_id: randomUUID() })),
  },
  {
    name: 'refused messages, packed, 8 connections',
    path: '/ingest/batch',
    connections: 8,
    isPacked: true,
    bodies: () => [batchOf(several(1000, () => ({ text: 'x'.repeat(900) })))],
    storedLimit: 3,
    allowance: 64 * 1024,
  },
  {
    name: 'compressible events, packed, 8 connections',
    path: '/ingest/batch',
    connections: 8,
    isPacked: true,
    bodies: () =>
      several(40, () =>
        batchOf(several(100, () => view({ properties: { text: 'x'.repeat(500) } }))),
      ),
    storedLimit: 20,
    allowance: 256 * 1024,
  },
  {
    name: 'leads, each of a new address, 8 connections',
    path: '/ingest/batch',
    connections: 8,
    isPacked: false,
    bodies: () =>
      several(100, () => batchOf(several(10, () => identify(1, `${randomUUID()}@lead.example`)))),
  },
];

/** A complete request, except for ids that make it unique. */
export function requestOf(row: AttackRow, body: string, key: string): Buffer {
  const bytes = row.isPacked ? gzipSync(body, { level: 9 }) : Buffer.from(body);
  const head = [
    `POST ${row.path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `x-svc-key: ${key}`,
    // The service trusts the loopback address: a single stranger.
    'x-forwarded-for: 203.0.113.7',
    ...(row.isPacked ? ['content-encoding: gzip'] : []),
    `content-length: ${bytes.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}
