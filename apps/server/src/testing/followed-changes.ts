/** A client of a stream of changes: reads server-sent events, and tells what came. */
import type { Change } from '@footfall/contract/changes';

export interface ServerEvent {
  event: string;
  id: string | undefined;
  data: unknown;
}

export interface FollowOptions {
  after?: string | undefined;
  lastEventId?: string | undefined;
  query?: string;
}

export class FollowedChanges {
  readonly events: ServerEvent[] = [];
  readonly status: number;
  /** The position to go on from. */
  lastEventId: string | undefined;
  /** Resolves when the stream has ended, whoever ended it. */
  readonly ended: Promise<void>;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.#abort = abort;
    this.ended = this.#read(response).catch(() => undefined);
  }

  static async open(url: string, key: string, options: FollowOptions = {}) {
    const { after, lastEventId, query = '' } = options;
    const abort = new AbortController();
    const address = new URL(`${url}/api/v1/changes/stream?${query}`);
    if (after !== undefined) address.searchParams.set('after', after);
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
    const response = await fetch(address, { headers, signal: abort.signal });
    return new FollowedChanges(response, abort);
  }

  get changes(): Change[] {
    return this.events.flatMap(({ event, data }) => (event === 'change' ? [data as Change] : []));
  }

  get positions(): string[] {
    return this.changes.map(({ position }) => position);
  }

  /** Breaks the connection off. */
  close(): Promise<void> {
    this.#abort.abort();
    return this.ended;
  }

  async #read(response: Response): Promise<void> {
    if (!response.body) return;
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    const fieldOf = (name: string) =>
      block
        .split('\n')
        .flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))[0];
    const [id, data] = [fieldOf('id'), fieldOf('data')];
    if (id !== undefined) this.lastEventId = id;
    if (data === undefined) return;
    this.events.push({ event: fieldOf('event') ?? 'message', id, data: JSON.parse(data) });
  }
}
