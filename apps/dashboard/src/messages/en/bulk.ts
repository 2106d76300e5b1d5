const n = (value: number) => value.toLocaleString('en');

/** What is done with many records at once, and with what a table shows. */
export const bulk = {
  toList: 'Add to a list, or remove',
  button: 'Add to a list …',
  action: 'What to do',
  add: 'Add',
  remove: 'Remove',
  list: 'List',
  newList: 'A new list …',
  newListName: 'Name of the new list',
  about: (count: number) => `It is about ${n(count)} of them.`,
  counting: 'Counting …',
  noLists: 'There is no list that is kept by hand yet.',
  added: (count: number, list: string) => `${n(count)} added to ${list}.`,
  removed: (count: number, list: string) => `${n(count)} removed from ${list}.`,
  working: (done: number, all: number) => `${n(done)} of ${n(all)} …`,
  export: 'Export',
  exportTitle: 'Export all that matches',
  formats: {
    csv: 'CSV, for spreadsheets',
    ndjson: 'NDJSON, a record on each line',
    parquet: 'Parquet, for DuckDB and pandas',
  },
};
