const n = (value: number) => value.toLocaleString('en');

export const table = {
  columns: 'Columns',
  rowsPerPage: 'Rows a page',
  range: (from: number, to: number, all: number) => `${n(from)}–${n(to)} of ${n(all)}`,
  nextPage: 'Next page',
  previousPage: 'Previous page',
  sortBy: (column: string) => `Sort by ${column}`,
  selectRow: 'Select this row',
  selectPage: 'Select all rows of this page',
  selected: (count: number) => `${n(count)} selected`,
  selectAll: (count: number) => `Select all ${n(count)} matching`,
  clearSelection: 'Let go of the selection',
  noMatch: 'Nothing matches this filter.',
  clearFilter: 'Take the filter away',
  open: 'Open',
  saved: 'Saved.',
};
