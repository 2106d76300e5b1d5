/*
 * The reference: the least a durable ingest server on this stack can do. node:http, JSON parsing, four
 * checked fields, one table, one insert per group commit, and a response only after COMMIT. No keys, tenants,
 * sessions or visitors.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';

type Message = {
  type: string;
  message_id: string;
  visitor_id: string;
  session_id?: string;
  timestamp: string;
  name?: string;
  context: unknown;
};
type Waiting = { list: Message[]; response: ServerResponse };

const maxRowsPerCommit = 2_000;
/** One commit waits for the disk while the other inserts. A third gained nothing. */
const concurrentCommits = 2;
const asRecords = process.env.BARE_INSERT === 'records';

const sql = postgres(process.env.BARE_DATABASE_URL ?? '', { max: concurrentCommits });
await sql`
  create table bare_events (
    id uuid primary key,
    type text not null,
    name text not null,
    visitor_id uuid not null,
    session_id uuid,
    at timestamptz not null,
    received_at timestamptz not null default now(),
    context jsonb not null
  )`;

let queue: Waiting[] = [];
let committing = 0;

function take(): Waiting[] {
  let rows = 0;
  let count = 0;
  for (const waiting of queue) {
    if (count > 0 && rows + waiting.list.length > maxRowsPerCommit) break;
    rows += waiting.list.length;
    count++;
  }
  const taken = queue.slice(0, count);
  queue = queue.slice(count);
  return taken;
}

async function commit(taken: Waiting[]): Promise<void> {
  const rows = taken.flatMap((waiting) => waiting.list);
  if (asRecords) {
    await sql`
      insert into bare_events (id, type, name, visitor_id, session_id, at, context)
      select message_id, type, coalesce(name, ''), visitor_id, session_id, timestamp, context
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (
        message_id uuid, type text, name text, visitor_id uuid, session_id uuid,
        timestamp timestamptz, context jsonb)`;
    return;
  }
  await sql`
    insert into bare_events (id, type, name, visitor_id, session_id, at, context)
    select id, type, name, visitor_id, session_id, at, context::jsonb from unnest(
      ${rows.map((row) => row.message_id)}::uuid[], ${rows.map((row) => row.type)}::text[],
      ${rows.map((row) => row.name ?? '')}::text[], ${rows.map((row) => row.visitor_id)}::uuid[],
      ${rows.map((row) => row.session_id ?? null)}::uuid[],
      ${rows.map((row) => row.timestamp)}::timestamptz[],
      ${rows.map((row) => JSON.stringify(row.context))}::text[]
    ) as given (id, type, name, visitor_id, session_id, at, context)`;
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

async function drain(): Promise<void> {
  committing++;
  while (queue.length > 0) {
    const taken = take();
    try {
      await commit(taken);
      for (const { list, response } of taken)
        answer(response, 200, `{"data":{"accepted":${list.length}}}`);
    } catch (cause) {
      for (const { response } of taken) answer(response, 500, JSON.stringify(String(cause)));
    }
  }
  committing--;
}

function valid(message: Message): boolean {
  return (
    typeof message.type === 'string' &&
    typeof message.message_id === 'string' &&
    typeof message.visitor_id === 'string' &&
    typeof message.timestamp === 'string'
  );
}

function accept(body: string, response: ServerResponse): void {
  let list: Message[];
  try {
    const parsed = JSON.parse(body) as Message & { batch?: Message[] };
    list = parsed.batch ?? [parsed];
  } catch {
    answer(response, 400, '{"error":"invalid_request"}');
    return;
  }
  if (!list.every(valid)) {
    answer(response, 400, '{"error":"invalid_request"}');
    return;
  }
  queue.push({ list, response });
  // setImmediate: everything read in this turn of the event loop shares the commit.
  if (committing < concurrentCommits)
    setImmediate(() => committing < concurrentCommits && void drain());
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const whole = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    accept(whole?.toString('utf8') ?? '', response);
  });
}

const server = createServer(receive);
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
