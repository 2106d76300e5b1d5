/** Pages of lists: rows and the exact total are two questions, so that a page past the end keeps its total. */

interface PageQuery {
  limit?: number;
  offset?: number;
}

export interface Page {
  limit: number;
  offset: number;
}

export function pageOf({ limit = 50, offset = 0 }: PageQuery): Page {
  return { limit, offset };
}

export function listAnswer<T>(data: T[], { limit, offset }: Page, total: number) {
  return { data, pagination: { limit, offset, total } };
}
