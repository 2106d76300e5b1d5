/** A TCP proxy in front of a database that can fail in the ways in which networks do. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * `pass`; `close`: takes connections and closes them; `swallow`: takes everything and hands on nothing, with all
 * connections open; `cutCommits`: hands COMMIT on and cuts the connection in place of its answer.
 */
type Fault = 'pass' | 'close' | 'swallow' | 'cutCommits';

export class FaultProxy {
  readonly #server = createServer((socket) => this.#accept(socket));
  readonly #target: URL;
  readonly #open = new Set<Socket>();
  /** To the database, also of clients that are gone without a word. */
  readonly #onward = new Set<Socket>();
  /** What is silent stays so until it ends. */
  readonly #silent = new WeakSet<Socket>();
  #fault: Fault = 'pass';
  /** Statements with this text reach the database when `goOn` has resolved. */
  slow: { text: string; goOn: () => Promise<void> } | undefined;
  accepted = 0;
  cut = 0;
  /** Is told what goes to the database. */
  onSent: (bytes: Buffer) => void = () => undefined;

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
  }

  /** The same database by way of this. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Of connections to come, and of those that are open where the fault can be theirs. */
  set(fault: Fault): void {
    this.#fault = fault;
    if (fault === 'close') this.cutAll();
    if (fault === 'swallow') this.silenceOpen();
  }

  /** The connections that are open now hand on nothing any more; new ones do. */
  silenceOpen(): void {
    for (const socket of this.#open) this.#silent.add(socket);
  }

  cutAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.cutAll();
    for (const socket of this.#onward) socket.destroy();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    this.accepted += 1;
    client.on('error', () => undefined);
    if (this.#fault === 'close') {
      client.resume().end();
      return;
    }
    this.#open.add(client);
    if (this.#fault === 'swallow') this.#silent.add(client);
    const server = connect(Number(this.#target.port || 5432), this.#target.hostname);
    this.#onward.add(server);
    let isCommitting = false;
    server.on('error', () => client.destroy());
    client.on('data', (bytes: Buffer) => {
      if (this.#silent.has(client)) return;
      this.onSent(bytes);
      isCommitting = this.#fault === 'cutCommits' && bytes.includes('commit');
      if (this.slow && bytes.includes(this.slow.text)) {
        client.pause();
        void this.slow.goOn().then(() => {
          server.write(bytes);
          client.resume();
        });
        return;
      }
      server.write(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      if (this.#silent.has(client)) return;
      if (!isCommitting || !bytes.includes('COMMIT')) {
        client.write(bytes);
        return;
      }
      this.cut += 1;
      client.destroy();
    });
    server.on('close', () => {
      this.#onward.delete(server);
      client.destroy();
    });
    client.on('close', () => {
      this.#open.delete(client);
      // One that is silent does not tell the other side either.
      if (!this.#silent.has(client)) server.destroy();
      else setTimeout(() => server.destroy(), 30_000).unref();
    });
  }
}
