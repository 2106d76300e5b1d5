/*
 * The limit of reading: node:http and postgres.js on the service's own database and tables, as the
 * owner, without keys, transactions, row level security, checks or headers; the same rows and, for
 * lists, the same exact total.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';

const sql = postgres(process.env.BARE_DATABASE_URL ?? '', { max: 10 });
const workspaceId = process.env.BARE_WORKSPACE ?? '';

async function read(path: string): Promise<object> {
  const id = /^\/api\/v1\/leads\/([0-9a-f-]{36})$/.exec(path)?.[1];
  if (id) {
    const [data] =
      await sql`select * from leads where workspace_id = ${workspaceId} and id = ${id}`;
    return { data };
  }
  const [data, [count]] = await Promise.all([
    sql`select * from leads where workspace_id = ${workspaceId} and not is_test
        order by created_at desc, id desc limit 50 offset 0`,
    sql`select count(*)::integer as total from leads where workspace_id = ${workspaceId} and not is_test`,
  ]);
  return { data, pagination: { limit: 50, offset: 0, total: count?.total } };
}

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

const server = createServer((request, response) => {
  read(request.url ?? '').then(
    (body) => answer(response, 200, body),
    (cause: unknown) => answer(response, 500, { error: String(cause) }),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
