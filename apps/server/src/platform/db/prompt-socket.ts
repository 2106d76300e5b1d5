/**
 * A connection for rows by COPY. The driver sends the last rows and what ends them apart, and TCP would hold the end back until
 * the rows are acknowledged, 40 ms later: for each table.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import postgres from 'postgres';

/** Where the driver is told to connect to. */
export interface Address {
  host: string[];
  port: number[];
  /** Of a socket in the file system. */
  path: string | false | undefined;
}

const connectMs = 10_000;

/** One connection of its own. `name`: what PostgreSQL shows of it. */
export function openForRows(url: string, name: string): postgres.Sql {
  // An option of the driver that its types do not show.
  const own = { socket: openPromptSocket };
  return postgres(url, {
    ...own,
    max: 1,
    onnotice: () => undefined,
    connect_timeout: 10,
    connection: { application_name: name },
  });
}

/** Closes the connection on abort, which fails its running statement. Returns a function that stops listening. */
export function endWith(sql: postgres.Sql, signal: AbortSignal | undefined): () => void {
  const end = () => void sql.end({ timeout: 0 });
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  return () => signal?.removeEventListener('abort', end);
}

/** To the first address that answers. @throws what the last one failed with */
async function openPromptSocket({ host, port, path }: Address): Promise<Socket> {
  const addresses = path ? [{ path }] : host.map((name, at) => ({ host: name, port: port[at] }));
  let failure: unknown;
  for (const [place, address] of addresses.entries()) {
    const to = 'path' in address ? address : { ...address, port: address.port ?? 5432 };
    const socket = connect({ ...to, noDelay: true });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) });
      // The driver names a server by these.
      return Object.assign(socket, { host: host[place], port: port[place] });
    } catch (error) {
      socket.destroy();
      failure = error;
    }
  }
  throw failure;
}
