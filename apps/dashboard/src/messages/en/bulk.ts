import { counted } from '../count.ts';

const count = counted('en');
const n = (value: number) => value.toLocaleString('en');
const members = { one: 'member', other: 'members' };

export const bulk = {
  matching: (total: number) => (total === 1 ? '1 match' : `${n(total)} matches`),
  counting: 'Counting…',
  addToList: 'Add to list',
  removeFromList: 'Remove from list',
  list: 'List',
  newList: 'New list…',
  newName: 'List name',
  noLists: 'No manual lists yet.',
  /** Of how many visitors and people it is. */
  about: (total: number) =>
    `Applies to ${count(total, { one: 'visitor or person', other: 'visitors and people' })}.`,
  ofLeads: 'For each lead, its person is added, or its visitor if nobody is identified.',
  add: 'Add to this list',
  remove: 'Remove from this list',
  running: {
    add: (list: string) => `Adding to “${list}”`,
    remove: (list: string) => `Removing from “${list}”`,
  },
  done: {
    add: (changed: number, list: string) => `${count(changed, members)} added to “${list}”.`,
    remove: (changed: number, list: string) => `${count(changed, members)} removed from “${list}”.`,
  },
  triedAgain: (far: string, reason: string) => `${far}. Failed and retrying: ${reason}`,
  failed: (far: string, reason: string | undefined) =>
    `Stopped at ${far}${reason ? `: ${reason}` : ': the job was discarded'}. Retry to continue from there, or undo the changes.`,
  export: 'Export',
  exportOf: (total: number) => count(total, { one: 'record', other: 'records' }),
  formats: {
    csv: { name: 'CSV', text: 'for spreadsheets' },
    ndjson: { name: 'NDJSON', text: 'one JSON record per line' },
    parquet: { name: 'Parquet', text: 'for DuckDB, pandas and similar tools' },
  },
  exporting: 'Creating the file',
  stopExport: 'Cancel export',
  exported: (file: string) => `${file} saved.`,
  byBrowser: 'The file is large. Check your browser’s downloads.',
  bytes: (megabytes: number) =>
    `${megabytes.toLocaleString('en', { maximumFractionDigits: 1 })} MB`,
  tooManyChosen: (most: number) =>
    `You can export at most ${n(most)} individually selected rows. Use a filter and select all matches instead.`,
};
