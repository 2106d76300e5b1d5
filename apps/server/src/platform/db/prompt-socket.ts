/**
 * A connection for COPY. The driver sends the last rows and the end separately, and TCP would delay the end until the rows are
 * acknowledged, 40 ms later, for each table.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import postgres from 'postgres';

/** Address passed by the driver. */
export interface Address {
  host: string[];
  port: number[];
  /** Path of a Unix socket. */
  path: string | false | undefined;
}

const connectMs = 10_000;

/** Opens a separate connection. `name`: as PostgreSQL displays it. */
export function openForRows(url: string, name: string): postgres.Sql {
  // An option missing in the driver's types.
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

/** Connects to the first address that responds. @throws the last one's error */
async function openPromptSocket({ host, port, path }: Address): Promise<Socket> {
  const addresses = path ? [{ path }] : host.map((name, at) => ({ host: name, port: port[at] }));
  let failure: unknown;
  for (const [place, address] of addresses.entries()) {
    const to = 'path' in address ? address : { ...address, port: address.port ?? 5432 };
    const socket = connect({ ...to, noDelay: true });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) });
      // The driver identifies a server by these.
      return Object.assign(socket, { host: host[place], port: port[place] });
    } catch (error) {
      socket.destroy();
      failure = error;
    }
  }
  throw failure;
}
