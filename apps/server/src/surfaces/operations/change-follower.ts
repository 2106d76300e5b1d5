/** Somebody who follows the changes of a workspace, and how far they have come. */
import type { Change } from '@footfall/contract/changes';
import { isBefore, type Position, positionText } from '../../platform/changes/position.ts';
import type { StoredChange } from '../../platform/changes/read.ts';
import type { AnsweredStream } from './answered-stream.ts';

/** Why the service ends a stream. */
export type StreamEnd = 'slow' | 'unauthorized' | 'stopping' | 'time';

/** Where the changes go; a surface has one for each stream. */
export interface ChangeSink {
  /** False when more is waiting to be sent than may wait. */
  send(changes: Change[]): boolean;
  /** Some that came after the position are no longer kept; what follows is from `position` on. */
  reset(position: string): void;
  /** Resolves when what was sent is under way, or the stream has ended. */
  drained(): Promise<void>;
  end(reason: StreamEnd): void;
}

export class Follower {
  readonly stream: AnsweredStream;
  /** All before it was sent; undefined until it is known. */
  at: Position | undefined;
  isEnded = false;
  readonly #sink: ChangeSink;
  readonly #onEnd: () => void;

  constructor(stream: AnsweredStream, sink: ChangeSink, onEnd: () => void) {
    this.stream = stream;
    this.#sink = sink;
    this.#onEnd = onEnd;
  }

  /** As a client may send it to go on from here. */
  get position(): string | undefined {
    return this.at && positionText(this.at);
  }

  /** What of it is new and meant for this one; then all before `next` was sent. */
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

  /** The other side is gone. */
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
