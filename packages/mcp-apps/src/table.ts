/** The view of the tool `list`: campaigns with their results, any other records as a table. */
import { make, show } from './elements.ts';
import {
  countOf,
  type Fields,
  fieldOf,
  isFields,
  labelOf,
  money,
  plain,
  recordsOf,
  textOf,
} from './fields.ts';
import { connect, type Host } from './host.ts';
import { time, track } from './parts.ts';
import { start } from './start.ts';

interface Column {
  label: string;
  isNumber: boolean;
  cell: (record: Fields) => Node | string;
}

const mostColumns = 7;

function showTable(fields: Fields, _host: Host): void {
  const records = recordsOf(fields);
  const kind = textOf(fields, 'kind');
  const isPerformance = kind === 'campaign_performance';
  const title = isPerformance
    ? 'Campaigns'
    : `${labelOf(kind)}: ${plain(countOf(fields, 'total'))}`;
  if (records.length === 0) {
    show(make('header', make('h1', title)), make('p.empty', 'No records match.'));
    return;
  }
  const columns = isPerformance ? campaignColumns(records) : columnsOf(records);
  const caption = make('caption', captionOf(fields, records.length));
  const head = make('tr', ...columns.map(headCell));
  const rows = records.map((record) =>
    make('tr', ...columns.map((column, at) => bodyCell(column, at, record))),
  );
  const table = make('table', caption, make('thead', head), make('tbody', ...rows));
  // Also scrollable by keyboard.
  const frame = make('div.frame', table);
  frame.tabIndex = 0;
  frame.setAttribute('role', 'region');
  frame.setAttribute('aria-label', title);
  show(make('header', make('h1', title)), frame);
}

function captionOf(fields: Fields, shown: number): string {
  const total = countOf(fields, 'total');
  return total > shown ? `${plain(shown)} of ${plain(total)}` : `${plain(shown)} in all`;
}

function headCell({ label, isNumber }: Column): HTMLElement {
  const cell = make(isNumber ? 'th.number' : 'th', label);
  cell.setAttribute('scope', 'col');
  return cell;
}

function bodyCell({ isNumber, cell }: Column, at: number, record: Fields): HTMLElement {
  if (at > 0) return make(isNumber ? 'td.number' : 'td', cell(record));
  const first = make('th', cell(record));
  first.setAttribute('scope', 'row');
  return first;
}

function campaignColumns(records: Fields[]): Column[] {
  const most = Math.max(1, ...records.map((record) => countOf(record, 'visitors')));
  const count = (name: string, label: string): Column => ({
    label,
    isNumber: true,
    cell: (record) => plain(countOf(record, name)),
  });
  const amount = (name: string, label: string): Column => ({
    label,
    isNumber: true,
    cell: (record) => money(fieldOf(record, name)) || '–',
  });
  return [
    {
      label: 'Campaign',
      isNumber: false,
      cell: (record) => {
        const from = [textOf(record, 'source'), textOf(record, 'medium')].filter(Boolean);
        return make(
          'div',
          make('span.name', textOf(record, 'name') || '(no name)'),
          from.length > 0 && make('span.who', from.join(' / ')),
        );
      },
    },
    { label: 'Visitors', isNumber: true, cell: (record) => bar(countOf(record, 'visitors'), most) },
    count('sessions', 'Visits'),
    count('leads', 'Leads'),
    count('conversions', 'Conversions'),
    amount('revenue', 'Revenue'),
    amount('spend', 'Spend'),
    { label: 'Return', isNumber: true, cell: (record) => times(fieldOf(record, 'return')) || '–' },
  ];
}

/** Return per unit of money. */
function times(value: unknown): string {
  if (!Array.isArray(value)) return '';
  const returns = value.filter(isFields);
  const rates = returns.filter((each) => typeof each.value === 'number');
  const isApart = returns.some(({ reason_code: reason }) => reason === 'other_currency');
  return [
    ...rates.map((each) => `${plain(each.value)}×`),
    ...(isApart ? ['currencies differ'] : []),
  ].join(', ');
}

function bar(value: number, most: number): HTMLElement {
  return make('div.bar', track(Math.round((value / most) * 100)), make('span', plain(value)));
}

/** Fields that most records have, without ids. */
function columnsOf(records: Fields[]): Column[] {
  const names = records.flatMap((record) => {
    const { untrusted, ...ours } = record;
    return [...Object.keys(isFields(untrusted) ? untrusted : {}), ...Object.keys(ours)];
  });
  const wanted = [...new Set(names)].filter((name) => name !== 'id' && !name.endsWith('_id'));
  return wanted.slice(0, mostColumns).map((name) => ({
    label: labelOf(name),
    isNumber: records.some((record) => typeof record[name] === 'number'),
    cell: (record) => {
      const value = fieldOf(record, name);
      return typeof value === 'string' ? time(value) : plain(value);
    },
  }));
}

start(connect, showTable);
