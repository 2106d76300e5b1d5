import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { BulkActions, ExportAll } from '../../kit/bulk-actions.tsx';
import { Empty } from '../../kit/empty.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { QuickFilters } from '../../kit/quick-filters.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { useSelection } from '../../kit/selection.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { useListState, useMe, useTest } from '../../shell/frame-context.tsx';
import { filteredQuery } from '../../shell/list-query.ts';
import { LookAtDemo } from '../../shell/look-at-demo.tsx';
import { CampaignName } from './campaign-name.tsx';
import { RightBadge } from './right-badge.tsx';
import { useSourceText } from './source-text.ts';

type Conversion = AnswerOf<'GET /conversions'>['data'][number];
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
    expand: 'identity' as const,
  };
  const found = useRead('GET /conversions', { query }, { keepsPrevious: true });
  const total = found.data?.pagination.total;
  const selection = useSelection(list, total ?? 0);
  return (
    <Page title={conversions.title} actions={<ExportAll file={file} list={list} total={total} />}>
      <QuickFilters page="conversions" list={list} />
      <FilterBar about="conversion" list={list} fault={found.error} views="conversions" />
      <RecordTable
        label={conversions.title}
        columns={useColumns()}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/app/${workspace.id}/conversions/${id}`}
        {...rowsIn(found)}
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

function useColumns(): Column<Conversion>[] {
  const { conversions } = useMessages();
  const format = useFormat();
  const sourceText = useSourceText();
  return [
    { id: 'name', title: conversions.name, cell: ({ name }) => name },
    {
      id: 'who',
      title: conversions.who,
      cell: ({ identity }) => identity?.name || identity?.email || conversions.anonymous,
    },
    {
      id: 'value',
      title: conversions.value,
      align: 'end',
      isNarrow: true,
      cell: ({ value, currency }) => (value === null ? '–' : format.money(value, currency)),
    },
    {
      id: 'source',
      title: conversions.source,
      cell: ({ last_non_direct }) => (last_non_direct ? sourceText(last_non_direct.source) : '–'),
    },
    {
      id: 'campaign',
      title: conversions.campaign,
      cell: ({ last_non_direct }) =>
        last_non_direct?.campaign_id ? <CampaignName id={last_non_direct.campaign_id} /> : '–',
    },
    {
      id: 'right',
      title: conversions.right,
      cell: ({ right }) => <RightBadge right={right} />,
    },
    {
      id: 'code',
      title: conversions.code,
      isOptional: true,
      cell: ({ code }) => code || '–',
    },
    {
      id: 'created',
      title: conversions.created,
      sort: 'created_at',
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
}
