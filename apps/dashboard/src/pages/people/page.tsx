import { useRead } from '../../api/queries.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';
import { BulkActions, ExportAll } from '../../kit/bulk-actions.tsx';
import { idFilter } from '../../kit/chosen-filter.ts';
import { FavouriteStar } from '../../kit/favourite-star.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { Page } from '../../kit/page.tsx';
import { QuickFilters } from '../../kit/quick-filters.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { useSelection } from '../../kit/selection.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { FirstEvent } from '../../shell/first-event.tsx';
import { type ListState, useListState, useMe, useTest } from '../../shell/frame-context.tsx';
import { filteredQuery } from '../../shell/list-query.ts';
import { usePlaceOf } from '../leads/place-of.ts';
import { CompanyOf } from './company-of.tsx';
import { ScoreCell, StageMark } from './score.tsx';

type Person = AnswerOf<'GET /identities'>['data'][number];
type Sort = NonNullable<InputOf<'GET /identities'>['query']>['sort'];

/** Undefined: loading; null: none. */
type CompanyOfPerson = (id: string) => Person['company'] | null;

export function PeoplePage() {
  const { people } = useMessages();
  const { workspace } = useMe();
  const list = useListState({ sort: '-created_at', size: 25 });
  const { peopleQuery, companyOf } = usePeople(list);
  const total = peopleQuery.data?.pagination.total;
  const selection = useSelection(list, total ?? 0);
  return (
    <Page
      title={people.title}
      actions={<ExportAll file="/exports/people" list={list} total={total} />}
    >
      <QuickFilters page="people" list={list} hasCountries />
      <FilterBar about="identity" list={list} fault={peopleQuery.error} views="people" />
      <RecordTable
        label={people.title}
        columns={useColumns(companyOf)}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/app/${workspace.id}/people/${id}`}
        {...rowsIn(peopleQuery)}
        list={list}
        selection={selection}
        actions={
          <BulkActions of="identities" file="/exports/people" list={list} selection={selection} />
        }
        empty={<NoPeople />}
      />
    </Page>
  );
}

function NoPeople() {
  const { people } = useMessages();
  const base = useBase();
  return (
    <FirstEvent icon="people" title={people.empty} text={people.emptyText}>
      <a href={`${base}/docs/guides/people`} target="_blank" rel="noopener">
        {people.guide}
      </a>
    </FirstEvent>
  );
}

/** Companies load separately for these people, since a list expands one thing per record. */
function usePeople(list: ListState) {
  const test = useTest();
  const { workspace } = useMe();
  const query = { test, ...filteredQuery<Sort>(list) };
  const isScored = workspace.features.includes('personalities');
  const people = useRead(
    'GET /identities',
    { query: { ...query, ...(isScored && { expand: ['personality'] }) } },
    { keepsPrevious: true },
  );
  const ids = people.data?.data.map(({ id }) => id).sort() ?? [];
  const ofThem = { test, filter: idFilter(ids), limit: ids.length };
  const withCompany = useRead(
    'GET /identities',
    { query: { ...ofThem, expand: ['company'], fields: ['id', 'company'] } },
    {
      isEnabled: workspace.features.includes('companies') && ids.length > 0,
      keepsPrevious: true,
    },
  );
  const companies = new Map(withCompany.data?.data.map(({ id, company }) => [id, company]));
  const companyOf: CompanyOfPerson = (id) =>
    companies.get(id) ?? (withCompany.isFetching ? undefined : null);
  return { peopleQuery: people, companyOf };
}

function useColumns(companyOf: CompanyOfPerson): Column<Person>[] {
  const { people } = useMessages();
  const placeOf = usePlaceOf();
  const { workspace } = useMe();
  const scores: Column<Person>[] = [
    {
      id: 'score',
      title: people.intent,
      sort: 'intent_score',
      cell: ({ personality }) => <ScoreCell personality={personality} />,
    },
    {
      id: 'stage',
      title: people.stageTitle,
      cell: ({ personality }) => (personality ? <StageMark stage={personality.stage} /> : '–'),
    },
  ];
  return [
    { id: 'name', title: people.name, cell: ({ name, email }) => name || email || people.unnamed },
    {
      id: 'favourite',
      title: people.favourite,
      cell: (person) => <FavouriteStar person={person} />,
      isNarrow: true,
    },
    { id: 'email', title: people.email, cell: ({ email }) => email || '–' },
    {
      id: 'company',
      title: people.company,
      cell: ({ id }) => <CompanyOf company={companyOf(id)} />,
      comesLater: true,
    },
    ...(workspace.features.includes('personalities') ? scores : []),
    { id: 'place', title: people.place, cell: placeOf, isOptional: true },
    {
      id: 'last_seen',
      title: people.lastSeen,
      cell: ({ last_seen: at }) => <When at={at} />,
      isNarrow: true,
    },
    {
      id: 'first_seen',
      title: people.firstSeen,
      isOptional: true,
      cell: ({ first_seen: at }) => <When at={at} />,
    },
    {
      id: 'created',
      title: people.created,
      sort: 'created_at',
      cell: ({ created_at: at }) => <When at={at} />,
      isOptional: true,
    },
  ];
}
