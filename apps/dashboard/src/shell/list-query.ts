/** Query parameters for a table's page. */
import type { ListState } from './frame-context.tsx';

export function pageQuery<Sort>({ sort, size, page }: ListState) {
  return { sort: sort as Sort, limit: size, offset: (page - 1) * size };
}

/** With the page's filter. */
export function filteredQuery<Sort>(list: ListState) {
  return { ...(list.filter && { filter: list.filter }), ...pageQuery<Sort>(list) };
}
