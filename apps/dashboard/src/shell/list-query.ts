/** What is asked for the rows that a page of a table shows. */
import type { ListState } from './frame-context.tsx';

export function pageQuery<Sort>({ sort, size, page }: ListState) {
  return { sort: sort as Sort, limit: size, offset: (page - 1) * size };
}

/** Of those of whom the page's filter is true. */
export function filteredQuery<Sort>(list: ListState) {
  return { ...(list.filter && { filter: list.filter }), ...pageQuery<Sort>(list) };
}
