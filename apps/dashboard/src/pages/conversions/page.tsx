import { useRead } from '../../api/queries.ts';
import { BulkActions, ExportAll } from '../../kit/bulk-actions.tsx';
import { Empty } from '../../kit/empty.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { Page } from '../../kit/page.tsx';
import { QuickFilters } from '../../kit/quick-filters.tsx';
import { RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { useSelection } from '../../kit/selection.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { useListState, useMe, useTest } from '../../shell/frame-context.tsx';
import { filteredQuery } from '../../shell/list-query.ts';
import { LookAtDemo } from '../../shell/look-at-demo.tsx';
import { useConversionColumns } from './columns.tsx';

type Sort = 'created_at' | '-created_at';

const file = '/exports/conversions';

export function ConversionsPage() {
  const { conversions } = useMessages();
  const { workspace } = useMe();
  const base = useBase();
  const list = useListState({ sort: '-created_at' });
  const query = {
    test: useTest(),
    ...filteredQuery<Sort>(list),
    expand: ['identity'] as const,
  };
  const conversionsQuery = useRead('GET /conversions', { query }, { keepsPrevious: true });
  const total = conversionsQuery.data?.pagination.total;
  const selection = useSelection(list, total ?? 0);
  return (
    <Page title={conversions.title} actions={<ExportAll file={file} list={list} total={total} />}>
      <QuickFilters page="conversions" list={list} />
      <FilterBar
        about="conversion"
        list={list}
        fault={conversionsQuery.error}
        views="conversions"
      />
      <RecordTable
        label={conversions.title}
        columns={useConversionColumns()}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/app/${workspace.id}/conversions/${id}`}
        {...rowsIn(conversionsQuery)}
        list={list}
        selection={selection}
        actions={<BulkActions file={file} list={list} selection={selection} />}
        empty={
          <Empty icon="conversions" title={conversions.empty} text={conversions.emptyText}>
            <a href={`${base}/docs/guides/ingest`} target="_blank" rel="noopener">
              {conversions.guide}
            </a>
            <LookAtDemo />
          </Empty>
        }
      />
    </Page>
  );
}
