import type { Stats } from '@footfall/contract/stats';
import { useMemo } from 'react';
import { Card } from '../../kit/card.tsx';
import { Figure } from '../../kit/figure.tsx';
import { useFormat } from '../../kit/format.ts';
import { TimeChart } from '../../kit/time-chart.tsx';
import { useMessages } from '../../messages/language.tsx';
import { usePeriod } from '../../shell/frame-context.tsx';
import classes from './figures.module.css';
import { type OverviewState, type ShownMetric, shownMetrics } from './overview-search.ts';
import { figureOf, intervalOf, mainCurrency, useOffered } from './overview-stats.ts';

interface FiguresProps {
  stats: Stats | undefined;
  state: OverviewState;
}

/** The period's figures; the selected one is charted with the previous period. */
export function Figures({ stats, state }: FiguresProps) {
  const { overview } = useMessages();
  const isOffered = useOffered();
  const currency = mainCurrency(stats);
  const write = useWriters(currency);
  const metric = isOffered(state.metric) ? state.metric : 'visitors';
  return (
    <Card>
      <fieldset className={classes.figures} aria-label={overview.figures}>
        {shownMetrics.filter(isOffered).map((name) => {
          const now = figureOf(stats?.total, name, currency);
          const before = figureOf(stats?.previous_total, name, currency);
          return (
            <Figure
              key={name}
              label={overview.metrics[name]}
              value={stats && written(now, write[name])}
              now={now}
              before={before}
              beforeText={written(before, write[name])}
              isLessBetter={name === 'bounce_rate'}
              isChosen={name === metric}
              onChoose={() => state.set({ metric: name })}
            />
          );
        })}
      </fieldset>
      <FigureNotes stats={stats} currency={currency} />
      <OverTime stats={stats} metric={metric} currency={currency} write={write[metric]} />
    </Card>
  );
}

function written(value: number | null | undefined, write: (value: number) => string): string {
  return typeof value === 'number' ? write(value) : '–';
}

/** Format of each figure. */
function useWriters(currency: string): Record<ShownMetric, (value: number) => string> {
  const format = useFormat();
  return useMemo(() => {
    const { number, percent, duration } = format;
    return {
      visitors: number,
      sessions: number,
      page_views: number,
      bounce_rate: percent,
      average_engaged_seconds: duration,
      leads: number,
      conversions: number,
      revenue: (value) => format.money(value, currency),
    };
  }, [format, currency]);
}

/** What the figures omit or estimate. */
function FigureNotes({ stats, currency }: { stats: Stats | undefined; currency: string }) {
  const { overview } = useMessages();
  const format = useFormat();
  const others = (stats?.total.revenue ?? []).filter((amount) => amount.currency !== currency);
  const notes = [
    stats?.approximate && overview.approximate(format.number(stats.total.visitors_error ?? 0)),
    stats?.as_of && overview.asOf(format.exact(stats.as_of)),
    others.length > 0 &&
      overview.otherCurrencies(
        others.map(({ value, currency: other }) => format.money(value, other)).join(', '),
      ),
  ].filter((note) => typeof note === 'string');
  // Keeps the line, so that later notes move nothing.
  return <p className={classes.notes}>{notes.join(' ') || '\u00a0'}</p>;
}

interface OverTimeProps {
  stats: Stats | undefined;
  metric: ShownMetric;
  currency: string;
  write: (value: number) => string;
}

function OverTime({ stats, metric, currency, write }: OverTimeProps) {
  const { overview } = useMessages();
  const period = usePeriod();
  const label = overview.metrics[metric];
  const drawn = useMemo(() => {
    const rows = stats?.rows.filter(({ time }) => time !== null) ?? [];
    return {
      times: rows.flatMap(({ time }) => (time === null ? [] : [time])),
      series: [
        {
          label,
          values: rows.map(({ figures }) => figureOf(figures, metric, currency) ?? null),
        },
        ...(stats?.previous_total
          ? [
              {
                label: overview.before,
                values: rows.map(({ previous }) => figureOf(previous, metric, currency) ?? null),
                isBefore: true,
              },
            ]
          : []),
      ],
    };
  }, [stats, metric, currency, label, overview]);
  return (
    <TimeChart
      label={overview.overTime(label)}
      times={stats && drawn.times}
      series={drawn.series}
      interval={intervalOf(period)}
      write={write}
      height={240}
    />
  );
}
