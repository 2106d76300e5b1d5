import { useRead } from '../../api/queries.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';
import { BulkActions, ExportAll } from '../../kit/bulk-actions.tsx';
import { channelOf } from '../../kit/channel-of.ts';
import { useCompanyNames } from '../../kit/companies-by-id.ts';
import { Empty } from '../../kit/empty.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { useFormat } from '../../kit/format.ts';
import { KindChoice, useIsChosen } from '../../kit/kind-choice.tsx';
import { Page } from '../../kit/page.tsx';
import { QuickFilters } from '../../kit/quick-filters.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { useSelection } from '../../kit/selection.tsx';
import { StateMark } from '../../kit/state-mark.tsx';
import { VisitorName } from '../../kit/visitor-name.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { FirstEvent } from '../../shell/first-event.tsx';
import { type ListState, useListState, useMe, useTest } from '../../shell/frame-context.tsx';
import { filteredQuery } from '../../shell/list-query.ts';
import { usePlaceOf } from '../leads/place-of.ts';

type Visitor = AnswerOf<'GET /visitors'>['data'][number];
type Sort = NonNullable<InputOf<'GET /visitors'>['query']>['sort'];

export function VisitorsPage() {
  const { visitors } = useMessages();
  const { workspace } = useMe();
  const list = useListState({ sort: '-last_visit' });
  const isBots = useIsChosen('bots');
  const visitorsQuery = useVisitors(list, isBots);
  const companyOf = useCompanyNames(visitorsQuery.data?.data);
  const total = visitorsQuery.data?.pagination.total;
  const selection = useSelection(list, total ?? 0);
  return (
    <Page
      title={visitors.title}
      actions={<ExportAll file="/exports/visitors" list={list} total={total} bots={isBots} />}
    >
      <KindChoice
        name="bots"
        label={visitors.kinds}
        usual={visitors.people}
        others={visitors.bots}
      />
      <QuickFilters page="visitors" list={list} hasCountries />
      <FilterBar about="visitor" list={list} fault={visitorsQuery.error} views="visitors" />
      <RecordTable
        label={visitors.title}
        columns={useColumns(companyOf)}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/app/${workspace.id}/visitors/${id}`}
        {...rowsIn(visitorsQuery)}
        list={list}
        selection={selection}
        actions={
          <BulkActions
            of="visitors"
            file="/exports/visitors"
            list={list}
            selection={selection}
            bots={isBots}
          />
        }
        empty={<NoVisitors isBots={isBots} />}
      />
    </Page>
  );
}

function useVisitors(list: ListState, isBots: boolean) {
  const test = useTest();
  const query = {
    test,
    bots: isBots,
    ...filteredQuery<Sort>(list),
    expand: ['identity'] as const,
  };
  return useRead('GET /visitors', { query }, { keepsPrevious: true });
}

function NoVisitors({ isBots }: { isBots: boolean }) {
  const { visitors } = useMessages();
  if (isBots) {
    return <Empty icon="visitors" title={visitors.emptyBots} text={visitors.emptyBotsText} />;
  }
  return <FirstEvent icon="visitors" title={visitors.empty} text={visitors.emptyText} />;
}

function useColumns(companyOf: (visitor: Visitor) => string): Column<Visitor>[] {
  const { visitors, timeline } = useMessages();
  const placeOf = usePlaceOf();
  const format = useFormat();
  return [
    {
      id: 'who',
      title: visitors.who,
      cell: (visitor) => (
        <>
          <VisitorName visitor={visitor} /> <StateMark of={visitor} />
        </>
      ),
    },
    { id: 'company', title: visitors.company, cell: companyOf, comesLater: true },
    {
      id: 'source',
      title: visitors.source,
      cell: ({ channel, origin }) =>
        [timeline.channels[channelOf(channel)], origin].filter(Boolean).join(' · '),
    },
    { id: 'place', title: visitors.place, cell: placeOf },
    {
      id: 'visits',
      title: visitors.visits,
      cell: ({ session_count: count }) => format.number(count),
      align: 'end',
    },
    {
      id: 'page_views',
      title: visitors.pageViews,
      cell: ({ page_view_count: count }) => format.number(count),
      align: 'end',
    },
    {
      id: 'messages',
      title: visitors.messages,
      cell: ({ event_count: count }) => format.number(count),
      align: 'end',
      isOptional: true,
    },
    {
      id: 'last_seen',
      title: visitors.lastSeen,
      sort: 'last_visit',
      cell: ({ last_seen: at }) => <When at={at} />,
      isNarrow: true,
    },
    {
      id: 'first_seen',
      title: visitors.firstSeen,
      sort: 'created_at',
      isOptional: true,
      cell: ({ first_seen: at }) => <When at={at} />,
    },
  ];
}
