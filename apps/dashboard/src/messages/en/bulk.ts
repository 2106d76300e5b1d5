import { counted } from '../count.ts';

const count = counted('en');
const n = (value: number) => value.toLocaleString('en');
const members = { one: 'member', other: 'members' };

export const bulk = {
  matching: (total: number) => (total === 1 ? '1 matches' : `${n(total)} match`),
  counting: 'Counting …',
  addToList: 'Add to list',
  removeFromList: 'Remove from list',
  list: 'List',
  newList: 'A new list …',
  newName: 'Name of the new list',
  noLists: 'There is no list that is kept by hand yet.',
  /** Of how many visitors and people it is. */
  about: (total: number) =>
    `This is about ${count(total, { one: 'visitor or person', other: 'visitors and people' })}.`,
  ofLeads: 'Of leads their people are meant, or their visitors where nobody is known yet.',
  add: 'Add to the list',
  remove: 'Remove from the list',
  running: {
    add: (list: string) => `Adding to “${list}”`,
    remove: (list: string) => `Removing from “${list}”`,
  },
  done: {
    add: (changed: number, list: string) => `${count(changed, members)} added to “${list}”.`,
    remove: (changed: number, list: string) => `${count(changed, members)} removed from “${list}”.`,
  },
  triedAgain: (far: string, reason: string) => `${far}. It failed and is tried again: ${reason}`,
  failed: (far: string, reason: string | undefined) =>
    `It stopped at ${far}${reason ? `: ${reason}` : ': its job was dropped'}. Try again to go on from there, or undo what is done.`,
  export: 'Export',
  exportOf: (total: number) => count(total, { one: 'record', other: 'records' }),
  formats: {
    csv: { name: 'CSV', text: 'for spreadsheets' },
    ndjson: { name: 'NDJSON', text: 'a record as JSON on each line' },
    parquet: { name: 'Parquet', text: 'for DuckDB, pandas and the like' },
  },
  exporting: 'The file is being made',
  stopExport: 'Stop the export',
  exported: (file: string) => `${file} is saved.`,
  byBrowser: 'It is large, so the browser downloads it: see its downloads.',
  bytes: (megabytes: number) =>
    `${megabytes.toLocaleString('en', { maximumFractionDigits: 1 })} MB`,
  tooManyChosen: (most: number) =>
    `At most ${n(most)} rows that are chosen one by one go into a file. Select all that match instead, with a filter.`,
};
