/** The greatest of each kind; a click on one filters the whole page by it, unless it is shared. */
import type { StatsMetric } from '@footfall/contract/stats';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
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
import { figureOf, useAskTops, useOffered, useTop } from './overview-stats.ts';

const cards = {
  pages: ['page', 'landing_page', 'exit_page'],
  sources: ['source', 'channel', 'channel_group'],
  campaigns: ['campaign'],
  companies: ['company'],
  places: ['country', 'city'],
  devices: ['device', 'browser'],
} as const satisfies Record<string, ShownDimension[]>;
type CardName = keyof typeof cards;

const pageOf: Partial<Record<CardName, string>> = {
  campaigns: 'campaigns',
  companies: 'companies',
};

export function Breakdowns({ state }: { state: OverviewState }) {
  const isOffered = useOffered();
  const [chosen, choose] = useState<Partial<Record<CardName, ShownDimension>>>({});
  const offered = (Object.keys(cards) as CardName[])
    .filter((name) => cards[name].some((dimension) => isOffered(dimension)))
    .map((name) => ({ name, dimension: chosen[name] ?? cards[name][0] }));
  useAskTops(
    state,
    offered.map(({ dimension }) => ({
      dimension,
      metrics: [countedBy(dimension, state.chosenMetric, isOffered)],
    })),
  );
  return (
    <div className={classes.cards}>
      {offered.map(({ name, dimension }) => (
        <Breakdown
          key={name}
          name={name}
          state={state}
          chosen={dimension}
          choose={(another) => choose({ ...chosen, [name]: another })}
        />
      ))}
    </div>
  );
}

interface BreakdownProps {
  name: CardName;
  state: OverviewState;
  chosen: ShownDimension;
  choose: (dimension: ShownDimension) => void;
}

function Breakdown({ name, state, chosen, choose }: BreakdownProps) {
  const { overview } = useMessages();
  const isShared = useShared() !== undefined;
  const dimensions: readonly ShownDimension[] = cards[name];
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
      <Top dimension={chosen} state={state} />
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

function Top({ dimension, state }: { dimension: ShownDimension; state: OverviewState }) {
  const { overview, timeline } = useMessages();
  const isOffered = useOffered();
  const isShared = useShared() !== undefined;
  const format = useFormat();
  const metric = countedBy(dimension, state.chosenMetric, isOffered);
  const found = useTop(state, { dimension, metrics: [metric] });
  if (found.error) return <Fault fault={found.error} onAgain={() => void found.refetch()} />;
  const rows = found.data?.data.rows.map((row): TopRow => {
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

type CountedMetric = Extract<
  StatsMetric,
  'visitors' | 'sessions' | 'page_views' | 'leads' | 'conversions'
>;

/**
 * What was chosen, where rows can be ordered by it and added up to something; else visits and page views, which are kept as
 * sums: visitors by a value are told apart one by one.
 */
function countedBy(
  dimension: ShownDimension,
  chosen: OverviewState['chosenMetric'],
  isOffered: (name: OverviewState['metric']) => boolean,
): CountedMetric {
  if (dimension === 'page') return chosen === 'visitors' ? 'visitors' : 'page_views';
  const counted = (['visitors', 'page_views', 'leads', 'conversions'] as const).find(
    (name) => name === chosen && isOffered(name),
  );
  return counted ?? 'sessions';
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
