import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { BulkActions, ExportAll } from '../../kit/bulk-actions.tsx';
import { useCompanyNames } from '../../kit/companies-by-id.ts';
import { Empty } from '../../kit/empty.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { KindChoice, useIsChosen } from '../../kit/kind-choice.tsx';
import { Page } from '../../kit/page.tsx';
import { QuickFilters } from '../../kit/quick-filters.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { useSelection } from '../../kit/selection.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { FirstEvent } from '../../shell/first-event.tsx';
import { type ListState, useListState, useMe, useTest } from '../../shell/frame-context.tsx';
import { filteredQuery } from '../../shell/list-query.ts';
import { useSourceText } from '../conversions/source-text.ts';
import { LeadName } from './lead-name.tsx';
import { usePlaceOf } from './place-of.ts';

type Lead = AnswerOf<'GET /leads'>['data'][number];
type Sort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at';

export function LeadsPage() {
  const { leads } = useMessages();
  const { workspace } = useMe();
  const list = useListState({ sort: '-created_at' });
  const isSuspect = useIsChosen('suspect');
  const leadsQuery = useLeads(list, isSuspect);
  const companyOf = useCompanyNames(leadsQuery.data?.data);
  const total = leadsQuery.data?.pagination.total;
  const selection = useSelection(list, total ?? 0);
  return (
    <Page
      title={leads.title}
      actions={<ExportAll file="/exports/leads" list={list} total={total} suspect={isSuspect} />}
    >
      <KindChoice
        name="suspect"
        label={leads.kinds}
        usual={leads.trusted}
        others={leads.suspects}
      />
      <QuickFilters page="leads" list={list} />
      <FilterBar about="lead" list={list} fault={leadsQuery.error} views="leads" />
      <RecordTable
        label={leads.title}
        columns={useColumns(companyOf)}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/app/${workspace.id}/leads/${id}`}
        {...rowsIn(leadsQuery)}
        list={list}
        selection={selection}
        actions={
          <BulkActions
            {...(!isSuspect && { of: 'leads' })}
            file="/exports/leads"
            list={list}
            selection={selection}
            suspect={isSuspect}
          />
        }
        empty={<NoLeads isSuspect={isSuspect} />}
      />
    </Page>
  );
}

function NoLeads({ isSuspect }: { isSuspect: boolean }) {
  const { leads } = useMessages();
  const { workspace } = useMe();
  if (isSuspect) {
    return <Empty icon="leads" title={leads.emptySuspects} text={leads.emptySuspectsText} />;
  }
  return (
    <FirstEvent icon="leads" title={leads.empty} text={leads.emptyText}>
      <Link to="/app/$workspace/settings" params={{ workspace: workspace.id }}>
        {leads.toSettings}
      </Link>
    </FirstEvent>
  );
}

function useLeads(list: ListState, isSuspect: boolean) {
  const test = useTest();
  const query = {
    test,
    suspect: isSuspect,
    ...filteredQuery<Sort>(list),
    expand: ['identity'] as const,
  };
  return useRead('GET /leads', { query }, { keepsPrevious: true });
}

function useColumns(companyOf: (lead: Lead) => string): Column<Lead>[] {
  const { leads } = useMessages();
  const placeOf = usePlaceOf();
  const sourceText = useSourceText();
  return [
    { id: 'person', title: leads.person, cell: (lead) => <LeadName lead={lead} /> },
    {
      id: 'company',
      title: leads.company,
      cell: companyOf,
      isNarrow: true,
      comesLater: true,
    },
    { id: 'source', title: leads.source, cell: ({ source }) => sourceText(source) },
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
