/** Top values of each kind; a click filters the whole page by one, except on shared pages. */
import type { StatsRow } from '@footfall/contract/stats';
import { Link } from '@tanstack/react-router';
import { Card } from '../../kit/card.tsx';
import { channelOf } from '../../kit/channel-of.ts';
import { Fault } from '../../kit/fault.tsx';
import { type Format, useFormat } from '../../kit/format.ts';
import { type TopRow, TopTable } from '../../kit/top-table.tsx';
import type { Messages } from '../../messages/en.ts';
import { useMessages } from '../../messages/language.tsx';
import { useMe, useShared } from '../../shell/frame-context.tsx';
import classes from './breakdowns.module.css';
import type { OverviewState, ShownDimension } from './overview-search.ts';
import { figureOf, useOffered, useTop, useTops, usualTop } from './overview-stats.ts';

const cards = {
  pages: ['page', 'landing_page', 'exit_page'],
  sources: ['source', 'channel', 'channel_group'],
  campaigns: ['campaign'],
  companies: ['company'],
  places: ['country', 'city'],
  devices: ['device', 'browser', 'agent'],
} as const satisfies Record<string, ShownDimension[]>;
type CardName = keyof typeof cards;

const pageOf: Partial<Record<CardName, string>> = {
  campaigns: 'campaigns',
  companies: 'companies',
};

export function Breakdowns({ state }: { state: OverviewState }) {
  const isOffered = useOffered();
  const offered = (Object.keys(cards) as CardName[]).filter((name) =>
    cards[name].some((dimension) => isOffered(dimension)),
  );
  const tops = useTops(
    state,
    offered.map((name) => topOf(cards[name][0], state, isOffered)),
  );
  return (
    <div className={classes.cards}>
      {offered.map((name) => (
        <Breakdown key={name} name={name} state={state} tops={tops} />
      ))}
    </div>
  );
}

interface BreakdownProps {
  name: CardName;
  state: OverviewState;
  /** Initial content of each card. */
  tops: ReturnType<typeof useTops>;
}

function Breakdown({ name, state, tops }: BreakdownProps) {
  const { overview } = useMessages();
  const isShared = useShared() !== undefined;
  const dimensions: readonly ShownDimension[] = cards[name];
  const chosen = dimensions.findLast((each) => state.tables.includes(each)) ?? cards[name][0];
  const choose = (table: ShownDimension) => {
    const others = state.tables.filter((each) => !dimensions.includes(each));
    state.showTables(table === cards[name][0] ? others : [...others, table]);
  };
  const page = pageOf[name];
  return (
    <Card
      title={overview.cards[name]}
      actions={
        <>
          {dimensions.length > 1 && (
            <span className={classes.choices}>
              {dimensions.map((dimension) => (
                <button
                  key={dimension}
                  type="button"
                  className={classes.choice}
                  aria-pressed={dimension === chosen}
                  onClick={() => choose(dimension)}
                >
                  {overview.dimensions[dimension]}
                </button>
              ))}
            </span>
          )}
          {page && !isShared && <All page={page} />}
        </>
      }
    >
      {chosen === cards[name][0] ? (
        <Top
          dimension={chosen}
          state={state}
          top={tops}
          rows={tops.data?.data.breakdowns?.find(({ dimension }) => dimension === chosen)?.rows}
        />
      ) : (
        <OwnTop key={chosen} dimension={chosen} state={state} />
      )}
    </Card>
  );
}

function All({ page }: { page: string }) {
  const { overview } = useMessages();
  const { workspace } = useMe();
  return (
    <Link to={`/app/${workspace.id}/${page}` as string} className={classes.all}>
      {overview.all}
    </Link>
  );
}

/** For a dimension chosen here. */
function OwnTop({ dimension, state }: { dimension: ShownDimension; state: OverviewState }) {
  const top = useTop(state, topOf(dimension, state, useOffered()), usualTop);
  return <Top dimension={dimension} state={state} top={top} rows={top.data?.data.rows} />;
}

interface TopProps {
  dimension: ShownDimension;
  state: OverviewState;
  top: ReturnType<typeof useTop>;
  rows: StatsRow[] | undefined;
}

function Top({ dimension, state, top, rows: answered }: TopProps) {
  const { overview, timeline } = useMessages();
  const isOffered = useOffered();
  const isShared = useShared() !== undefined;
  const format = useFormat();
  const { metric } = topOf(dimension, state, isOffered);
  if (top.error) return <Fault fault={top.error} onAgain={() => void top.refetch()} />;
  const rows = answered?.map((row): TopRow => {
    const [group] = row.dimensions;
    return {
      value: group?.value ?? '',
      label:
        labelOf(dimension, group?.value ?? '', group?.label ?? '', format, timeline) ||
        overview.without[dimension],
      count: figureOf(row.figures, metric, '') ?? 0,
      before: figureOf(row.previous, metric, '') ?? undefined,
    };
  });
  return (
    <TopTable
      title={overview.dimensions[dimension]}
      counted={overview.metrics[metric]}
      rows={rows}
      room={272}
      {...(!isShared && { onChoose: ({ value }) => state.filterBy(dimension, value) })}
    />
  );
}

/**
 * The chosen metric, if rows can be sorted and added up by it; else visits and page views, which have sums: distinct
 * visitors per value would have to be counted.
 */
function topOf(
  dimension: ShownDimension,
  { chosenMetric: chosen }: OverviewState,
  isOffered: (name: OverviewState['metric']) => boolean,
) {
  if (dimension === 'page') {
    return { dimension, metric: chosen === 'visitors' ? 'visitors' : 'page_views' } as const;
  }
  const counted = (['visitors', 'page_views', 'leads', 'conversions'] as const).find(
    (name) => name === chosen && isOffered(name),
  );
  return { dimension, metric: counted ?? 'sessions' } as const;
}

export function labelOf(
  dimension: ShownDimension,
  value: string,
  label: string,
  format: Format,
  timeline: Messages['timeline'],
): string {
  switch (dimension) {
    case 'country':
      return format.country(value);
    case 'channel':
      return value && timeline.channels[channelOf(value)];
    case 'device':
      return value && timeline.devices(value);
    default:
      return label || value;
  }
}
