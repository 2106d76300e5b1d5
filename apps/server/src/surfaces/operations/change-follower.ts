/** A follower of a workspace's changes, and its position. */
import type { Change } from '@footfall/contract/changes';
import { isBefore, type Position, positionText } from '../../platform/changes/position.ts';
import type { StoredChange } from '../../platform/changes/read.ts';
import type { AnsweredStream } from './answered-stream.ts';

/** Why the service ends a stream. */
export type StreamEnd = 'slow' | 'unauthorized' | 'stopping' | 'time';

/** Destination of changes; one per stream. */
export interface ChangeSink {
  /** False if too much is waiting to be sent. */
  send(changes: Change[]): boolean;
  /** Some changes after the position were deleted; continues from `position`. */
  reset(position: string): void;
  /** Resolves once sent data is on its way, or the stream has ended. */
  drained(): Promise<void>;
  end(reason: StreamEnd): void;
}

export class Follower {
  readonly stream: AnsweredStream;
  /** Everything before was sent; undefined until known. */
  at: Position | undefined;
  isEnded = false;
  readonly #sink: ChangeSink;
  readonly #onEnd: () => void;

  constructor(stream: AnsweredStream, sink: ChangeSink, onEnd: () => void) {
    this.stream = stream;
    this.#sink = sink;
    this.#onEnd = onEnd;
  }

  /** Position for a client to continue from. */
  get position(): string | undefined {
    return this.at && positionText(this.at);
  }

  /** Sends new changes meant for this follower; then everything before `next` is sent. */
  take(changes: StoredChange[], next: Position): void {
    if (this.isEnded) return;
    const wanted = changes.filter((change) => this.#wants(change)).map(({ change }) => change);
    if (!this.at || isBefore(this.at, next)) this.at = next;
    if (wanted.length > 0 && !this.#sink.send(wanted)) this.end('slow');
  }

  reset(next: Position): void {
    this.at = next;
    this.#sink.reset(positionText(next));
  }

  drained(): Promise<void> {
    return this.#sink.drained();
  }

  end(reason: StreamEnd): void {
    if (this.isEnded) return;
    this.leave();
    this.#sink.end(reason);
  }

  /** The client has disconnected. */
  leave(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#onEnd();
  }

  #wants({ at, isTest, change }: StoredChange): boolean {
    const { kinds, isTest: wantsTest } = this.stream;
    if (isTest !== wantsTest || !kinds.includes(change.kind)) return false;
    return this.at === undefined || isBefore(this.at, at);
  }
}
