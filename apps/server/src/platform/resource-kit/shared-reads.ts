/**
 * One read for all who ask the same at the same time. Whoever asks while one is being done waits for the next,
 * so that nobody is answered from before the question. The key has to name all that the answer depends on, what
 * the asker may see included.
 */
export class SharedReads<T> {
  readonly #turns = new Map<string, Turn<T>>();

  read(key: string, read: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(key);
    if (!turn) return this.#start(key, read);
    // What went wrong may be the other's own, such as a lost connection.
    if (turn.next !== undefined) return turn.next.catch(read);
    turn.next = turn.now.then(
      () => this.#start(key, read),
      () => this.#start(key, read),
    );
    return turn.next;
  }

  #start(key: string, read: () => Promise<T>): Promise<T> {
    const turn: Turn<T> = { now: read(), next: undefined };
    this.#turns.set(key, turn);
    const end = () => {
      if (turn.next === undefined) this.#turns.delete(key);
    };
    turn.now.then(end, end);
    return turn.now;
  }
}

interface Turn<T> {
  now: Promise<T>;
  next: Promise<T> | undefined;
}
