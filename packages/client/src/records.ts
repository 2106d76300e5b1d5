import type { Pagination } from './operations.ts';

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  pagination: Pagination;
}

type Query = Record<string, unknown>;

const mostPerPage = 100;

/**
 * The records of a list. `await` reads the first page; `for await` reads all records, page by page. Requests start on
 * use, and each use sends new ones.
 */
export class Records<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #load: (query: Query) => Promise<Page<Item>>;
  readonly #query: Query;

  constructor(load: (query: Query) => Promise<Page<Item>>, query: Query) {
    this.#load = load;
    this.#query = { limit: mostPerPage, ...query };
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` reads the first page
  then<Result = Page<Item>, Failure = never>(
    onPage?: ((page: Page<Item>) => Result | PromiseLike<Result>) | null,
    onError?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#page({}).then(onPage, onError);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** Page by page, by cursor, so that new records do not shift pages. With `offset`, by offset. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let offset = Number(this.#query.offset ?? 0);
    let place = {};
    for (;;) {
      const page = await this.#page(place);
      yield page;
      const { total, next_cursor: cursor } = page.pagination;
      offset += page.data.length;
      const isEnd = this.#isByOffset ? offset >= total : !cursor;
      if (isEnd || page.data.length === 0) return;
      place = this.#isByOffset ? { offset } : { cursor };
    }
  }

  get #isByOffset(): boolean {
    return this.#query.offset !== undefined;
  }

  #page(place: Query): Promise<Page<Item>> {
    const start = this.#isByOffset ? {} : { cursor: '' };
    return this.#load({ ...start, ...this.#query, ...place });
  }
}
