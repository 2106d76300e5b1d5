import { useRead } from '../../api/queries.ts';
import { Fault } from '../../kit/fault.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';
import { FirstEvent } from '../../shell/first-event.tsx';
import { RefusedLately } from '../../shell/refused-lately.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { ChosenFilters } from './chosen-filters.tsx';
import { Figures } from './figures.tsx';
import { useOverviewState } from './overview-search.ts';
import { useFigures } from './overview-stats.ts';
import { ShareButton } from './share-button.tsx';

/** A period's figures next to the previous one; a click on anything filters everything. */
export function OverviewPage() {
  const { overview } = useMessages();
  const state = useOverviewState();
  const figures = useFigures(state);
  const stats = figures.data?.data;
  const isFiltered = Object.keys(state.by).length > 0 || state.filter !== undefined;
  const isEmpty = stats?.total.sessions === 0 && stats.previous_total?.sessions === 0;
  const { data: snippet } = useRead('GET /snippet', {});
  const refused = <RefusedLately refused={snippet?.data.refused ?? 0} />;
  return (
    <Page title={overview.title} hasPeriod actions={<ShareButton state={state} />}>
      <FilterBar
        about="visit"
        list={{ filter: state.filter, set: state.setFilter }}
        fault={figures.error}
      />
      <ChosenFilters state={state} />
      {figures.error && <Fault fault={figures.error} onAgain={() => void figures.refetch()} />}
      {isEmpty && !isFiltered ? (
        <FirstEvent icon="overview" title={overview.empty} text={overview.emptyText}>
          {refused}
        </FirstEvent>
      ) : (
        <>
          {refused}
          <Figures stats={stats} state={state} />
          <Breakdowns state={state} />
        </>
      )}
    </Page>
  );
}
