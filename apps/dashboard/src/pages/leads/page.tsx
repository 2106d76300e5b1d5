import { Button } from '@mantine/core';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { copyText } from '../../kit/copy.ts';
import { ExportMenu } from '../../kit/export-menu.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { ListChangeButton } from '../../kit/list-change-button.tsx';
import { Page } from '../../kit/page.tsx';
import { type Column, RecordTable } from '../../kit/record-table.tsx';
import { SavedViews } from '../../kit/saved-views.tsx';
import { useSelection } from '../../kit/selection.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { FirstEvent } from '../../shell/first-event.tsx';
import { type ListState, useListState, useMe, useTest } from '../../shell/frame-context.tsx';
import { LeadName } from './lead-name.tsx';
import { placeOf } from './place-of.ts';

type Lead = AnswerOf<'GET /leads'>['data'][number];
type Sort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at';

export function LeadsPage() {
  const { leads } = useMessages();
  const { workspace } = useMe();
  const list = useListState({ sort: '-created_at' });
  const { found, companies } = useLeads(list);
  const rows = found.data?.data;
  const total = found.data?.pagination.total;
  const selection = useSelection(list, total ?? 0);
  return (
    <Page
      title={leads.title}
      actions={
        <>
          <SavedViews page="leads" list={list} />
          <ExportMenu kind="leads" list={list} />
        </>
      }
    >
      <FilterBar about="lead" list={list} fault={found.error} />
      <RecordTable
        label={leads.title}
        columns={useColumns(companies)}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/app/${workspace.id}/leads/${id}`}
        rows={rows}
        total={total}
        fault={found.error}
        onAgain={() => void found.refetch()}
        isChanging={found.isPlaceholderData}
        list={list}
        selection={selection}
        actions={
          <>
            <ListChangeButton of="leads" selection={selection} filter={list.filter} />
            {!selection.isAll && <CopyIds ids={selection.ids} />}
          </>
        }
        empty={<FirstEvent icon="leads" title={leads.empty} text={leads.emptyText} />}
      />
    </Page>
  );
}

/** Their companies come in a question of their own: a list tells of one kind of record beside its own. */
function useLeads(list: ListState) {
  const test = useTest();
  const { workspace } = useMe();
  const query = {
    test,
    ...(list.filter && { filter: list.filter }),
    sort: list.sort as Sort,
    limit: list.size,
    offset: (list.page - 1) * list.size,
  };
  const found = useRead(
    'GET /leads',
    { query: { ...query, expand: 'identity' } },
    { keepsPrevious: true },
  );
  const withCompany = useRead(
    'GET /leads',
    { query: { ...query, expand: 'company', fields: 'id,company' } },
    { isEnabled: workspace.features.includes('companies') },
  );
  const named = withCompany.data?.data ?? [];
  const companies = new Map(named.map(({ id, company }) => [id, company?.name || company?.domain]));
  return { found, companies };
}

function CopyIds({ ids }: { ids: ReadonlySet<string> }) {
  const { leads } = useMessages();
  return (
    <Button size="compact-xs" variant="default" onClick={() => void copyText([...ids].join('\n'))}>
      {leads.copyId}
    </Button>
  );
}

function useColumns(companies: ReadonlyMap<string, string | undefined>): Column<Lead>[] {
  const { leads } = useMessages();
  return [
    { id: 'person', title: leads.person, cell: (lead) => <LeadName lead={lead} /> },
    {
      id: 'company',
      title: leads.company,
      cell: ({ id }) => companies.get(id) ?? '–',
      isNarrow: true,
    },
    { id: 'source', title: leads.source, cell: ({ source }) => source },
    { id: 'place', title: leads.place, cell: ({ location }) => placeOf(location) },
    {
      id: 'created',
      title: leads.created,
      sort: 'created_at',
      cell: ({ created_at }) => <When at={created_at} />,
    },
    {
      id: 'updated',
      title: leads.updated,
      sort: 'updated_at',
      isOptional: true,
      cell: ({ updated_at }) => <When at={updated_at} />,
    },
    { id: 'code', title: leads.code, isOptional: true, cell: ({ code }) => code },
  ];
}
