const n = (value: number) => value.toLocaleString('en');

export const table = {
  columns: 'Columns',
  rowsPerPage: 'Rows per page',
  range: (from: number, to: number, all: number) => `${n(from)}–${n(to)} of ${n(all)}`,
  nextPage: 'Next page',
  previousPage: 'Previous page',
  sortBy: (column: string) => `Sort by ${column}`,
  selectRow: 'Select this row',
  selectPage: 'Select all rows on this page',
  selected: (count: number) => `${n(count)} selected`,
  selectAll: (count: number) => (count === 1 ? 'Select 1 match' : `Select all ${n(count)} matches`),
  clearSelection: 'Clear selection',
  noMatch: 'No results match this filter.',
  clearFilter: 'Clear filter',
  open: 'Open',
  saved: 'Saved.',
};
