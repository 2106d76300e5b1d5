import { Button, Group } from '@mantine/core';
import { useRead } from '../../api/queries.ts';
import type { InputOf } from '../../api/routes.ts';
import { BulkActions, ExportAll } from '../../kit/bulk-actions.tsx';
import { Empty } from '../../kit/empty.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { Page } from '../../kit/page.tsx';
import { QuickFilters } from '../../kit/quick-filters.tsx';
import { RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { useSelection } from '../../kit/selection.tsx';
import { useMessages } from '../../messages/language.tsx';
import { FirstEvent } from '../../shell/first-event.tsx';
import { type ListState, useListState, useMe, useTest } from '../../shell/frame-context.tsx';
import { filteredQuery } from '../../shell/list-query.ts';
import { useCompanyColumns } from './columns.tsx';
import { type Here, useActivityRange, useHere } from './companies-search.ts';

type Sort = NonNullable<InputOf<'GET /companies'>['query']>['sort'];

const file = '/exports/companies';

export function CompaniesPage() {
  const { companies } = useMessages();
  const { workspace } = useMe();
  const { here, choose } = useHere();
  const isAll = here === 'all';
  const list = useListState({ sort: isAll ? '-created_at' : '-last_seen' });
  const period = useActivityPeriod(isAll);
  const companiesQuery = useCompanies(list, period);
  const total = companiesQuery.data?.pagination.total;
  const selection = useSelection(list, total ?? 0);
  return (
    <Page
      title={companies.title}
      hasPeriod
      actions={<ExportAll file={file} list={list} total={total} query={period} />}
    >
      <HereChoice here={here} choose={choose} />
      <QuickFilters page="companies" list={list} />
      <FilterBar about="company" list={list} fault={companiesQuery.error} views="companies" />
      <RecordTable
        label={companies.title}
        columns={useCompanyColumns(isAll)}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/app/${workspace.id}/companies/${id}`}
        {...rowsIn(companiesQuery)}
        list={list}
        selection={selection}
        actions={<BulkActions file={file} list={list} selection={selection} query={period} />}
        empty={<NoCompanies isAll={isAll} onAll={() => choose('all')} />}
      />
    </Page>
  );
}

/** The period for active companies with their activity; none for all. */
function useActivityPeriod(isAll: boolean) {
  const range = useActivityRange();
  return isAll ? {} : { expand: ['activity'], ...range };
}

function useCompanies(list: ListState, period: ReturnType<typeof useActivityPeriod>) {
  const test = useTest();
  const query = { test, ...filteredQuery<Sort>(list), ...period };
  return useRead('GET /companies', { query }, { keepsPrevious: true });
}

function HereChoice({ here, choose }: { here: Here; choose: (chosen: Here) => void }) {
  const { companies } = useMessages();
  const choices = [
    ['week', companies.thisWeek],
    ['period', companies.inPeriod],
    ['all', companies.all],
  ] as const;
  return (
    <Group gap={4} role="group" aria-label={companies.shown}>
      {choices.map(([name, label]) => (
        <Button
          key={name}
          variant={name === here ? 'light' : 'subtle'}
          aria-pressed={name === here}
          onClick={() => choose(name)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

function NoCompanies({ isAll, onAll }: { isAll: boolean; onAll: () => void }) {
  const { companies } = useMessages();
  if (isAll) {
    return <FirstEvent icon="companies" title={companies.empty} text={companies.emptyText} />;
  }
  return (
    <Empty icon="companies" title={companies.emptyPeriod} text={companies.emptyPeriodText}>
      <Button variant="default" onClick={onAll}>
        {companies.all}
      </Button>
    </Empty>
  );
}
