import { Button, Group } from '@mantine/core';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';
import { BulkActions, ExportAll } from '../../kit/bulk-actions.tsx';
import { Empty } from '../../kit/empty.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { QuickFilters } from '../../kit/quick-filters.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { useSelection } from '../../kit/selection.tsx';
import { pathOf } from '../../kit/visit-pages.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { FirstEvent } from '../../shell/first-event.tsx';
import { type ListState, useListState, useMe, useTest } from '../../shell/frame-context.tsx';
import { filteredQuery } from '../../shell/list-query.ts';
import { type Here, useActivityRange, useHere } from './companies-search.ts';

type Company = AnswerOf<'GET /companies'>['data'][number];
type Sort = NonNullable<InputOf<'GET /companies'>['query']>['sort'];

const file = '/exports/companies';

export function CompaniesPage() {
  const { companies } = useMessages();
  const { workspace } = useMe();
  const { here, choose } = useHere();
  const isAll = here === 'all';
  const list = useListState({ sort: isAll ? '-created_at' : '-last_seen' });
  const asked = useAsked(isAll);
  const found = useCompanies(list, asked);
  const total = found.data?.pagination.total;
  const selection = useSelection(list, total ?? 0);
  return (
    <Page
      title={companies.title}
      hasPeriod
      actions={<ExportAll file={file} list={list} total={total} asked={asked} />}
    >
      <HereChoice here={here} choose={choose} />
      <QuickFilters page="companies" list={list} />
      <FilterBar about="company" list={list} fault={found.error} views="companies" />
      <RecordTable
        label={companies.title}
        columns={useColumns(isAll)}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/app/${workspace.id}/companies/${id}`}
        {...rowsIn(found)}
        list={list}
        selection={selection}
        actions={<BulkActions file={file} list={list} selection={selection} asked={asked} />}
        empty={<NoCompanies isAll={isAll} onAll={() => choose('all')} />}
      />
    </Page>
  );
}

/** Of those that were here in the period, and what they did then; or of all. */
function useAsked(isAll: boolean) {
  const range = useActivityRange();
  return isAll ? {} : { expand: 'activity' as const, ...range };
}

function useCompanies(list: ListState, asked: ReturnType<typeof useAsked>) {
  const test = useTest();
  const query = { test, ...filteredQuery<Sort>(list), ...asked };
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

/** What visitors did is of the period, and can be ordered by; of all companies only what they are. */
function useColumns(isAll: boolean): Column<Company>[] {
  const { companies } = useMessages();
  const facts: Column<Company>[] = [
    { id: 'domain', title: companies.domain, cell: ({ domain }) => domain || '–' },
    {
      id: 'industry',
      title: companies.industry,
      cell: ({ main_industry: industry }) => industry || '–',
      isOptional: !isAll,
    },
    {
      id: 'employees',
      title: companies.employees,
      cell: ({ employees }) => employees || '–',
      isOptional: !isAll,
    },
    {
      id: 'created',
      title: companies.created,
      ...(isAll && { sort: 'created_at' }),
      cell: ({ created_at }) => <When at={created_at} />,
      isOptional: !isAll,
    },
  ];
  const activity = useActivityColumns();
  return [
    {
      id: 'name',
      title: companies.name,
      sort: 'name',
      cell: ({ name, domain }) => name || domain || '–',
    },
    ...(isAll ? facts : [...activity, ...facts]),
  ];
}

function useActivityColumns(): Column<Company>[] {
  const { companies } = useMessages();
  const format = useFormat();
  const count = (value: number | undefined) => (value === undefined ? '–' : format.number(value));
  return [
    {
      id: 'last_seen',
      title: companies.lastSeen,
      sort: 'last_seen',
      cell: ({ activity }) => <When at={activity?.last_seen} />,
      isNarrow: true,
    },
    {
      id: 'visits',
      title: companies.visits,
      sort: 'visits',
      cell: ({ activity }) => count(activity?.visits),
      align: 'end',
    },
    {
      id: 'people',
      title: companies.people,
      cell: ({ activity }) => count(activity?.people),
      align: 'end',
    },
    {
      id: 'page_views',
      title: companies.pageViews,
      sort: 'page_views',
      cell: ({ activity }) => count(activity?.page_views),
      align: 'end',
    },
    {
      id: 'intent',
      title: companies.intent,
      sort: 'intent',
      cell: ({ activity }) => count(activity?.intent),
      align: 'end',
      isNarrow: true,
    },
    {
      id: 'top_pages',
      title: companies.topPages,
      cell: ({ activity }) =>
        activity?.top_pages
          .slice(0, 3)
          .map(({ url }) => pathOf(url))
          .join(', ') || '–',
    },
  ];
}
