/** A saved view for people with the link: rows to page and sort, without links. */
import type { SharedPage } from '@footfall/contract/shares';
import { useRead } from '../../api/queries.ts';
import type { InputOf } from '../../api/routes.ts';
import { Empty } from '../../kit/empty.tsx';
import {
  type Column,
  RecordTable,
  type RecordTableProps,
  rowsIn,
} from '../../kit/record-table.tsx';
import { useMessages } from '../../messages/language.tsx';
import { type ListState, useListState } from '../../shell/frame-context.tsx';
import { pageQuery } from '../../shell/list-query.ts';
import { useCampaignColumns } from '../campaigns/columns.tsx';
import { useCompanyColumns } from '../companies/columns.tsx';
import { useConversionColumns } from '../conversions/columns.tsx';

interface TableProps {
  label: string;
  list: ListState;
  shown: readonly string[];
}

export function SharedTable({ page: { page, name, table } }: { page: SharedPage }) {
  const list = useListState({ sort: table?.sort ?? '' });
  const props = { label: name, list: { ...list, filter: undefined }, shown: table?.columns ?? [] };
  if (page === 'companies') return <Companies {...props} />;
  if (page === 'campaigns') return <Campaigns {...props} />;
  return <Conversions {...props} />;
}

type CompanySort = NonNullable<InputOf<'GET /companies'>['query']>['sort'];
type Newest = 'created_at' | '-created_at';

function Companies({ list, ...props }: TableProps) {
  const query = pageQuery<CompanySort>(list);
  const companies = useRead('GET /companies', { query }, { keepsPrevious: true });
  const columns = useCompanyColumns(false);
  return (
    <Rows {...props} {...rowsIn(companies)} list={list} columns={columns} idOf={({ id }) => id} />
  );
}

function Campaigns({ list, ...props }: TableProps) {
  const query = pageQuery<Newest>(list);
  const campaigns = useRead('GET /campaigns/performance', { query }, { keepsPrevious: true });
  const columns = useCampaignColumns();
  const idOf = ({ campaign_id: id }: { campaign_id: string }) => id;
  return <Rows {...props} {...rowsIn(campaigns)} list={list} columns={columns} idOf={idOf} />;
}

function Conversions({ list, ...props }: TableProps) {
  const query = pageQuery<Newest>(list);
  const conversions = useRead('GET /conversions', { query }, { keepsPrevious: true });
  const columns = useConversionColumns();
  return (
    <Rows {...props} {...rowsIn(conversions)} list={list} columns={columns} idOf={({ id }) => id} />
  );
}

type RowsProps<T> = Omit<RecordTableProps<T>, 'empty'> & { shown: readonly string[] };

/** The shared columns; the reader may hide some of them. */
function Rows<T>({ shown, columns, ...props }: RowsProps<T>) {
  const { share } = useMessages();
  const shownColumns = columns.flatMap((column): Column<T>[] =>
    shown.includes(column.id) ? [{ ...column, isOptional: false }] : [],
  );
  return (
    <RecordTable
      {...props}
      columns={shownColumns}
      empty={<Empty icon="filter" title={share.emptyTable} />}
    />
  );
}
