/** Figures over time: a chart, and an equivalent table. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useMessages } from '../messages/language.tsx';
import { useAddressed } from '../shell/frame-context.tsx';
import { useFormat } from './format.ts';
import { legendHeight } from './legend-height.ts';
import { SkeletonBlock } from './skeletons.tsx';
import classes from './time-chart.module.css';

type PlotPart = typeof import('./plot.tsx').Plot;
let loaded: PlotPart | undefined;
let loading: Promise<void> | undefined;

/** Loaded with the page, not on render, so it is ready after navigation. Retried after a failure. */
function loadPlot(): Promise<void> {
  mendLanguage();
  loading ??= import('./plot.tsx').then(
    ({ Plot }) => {
      loaded = Plot;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

// The component reports failures.
loadPlot().catch(() => undefined);

/** Undefined until loaded. Without Suspense, since React keeps a visible skeleton for 0.3 s. Load errors are the page's. */
function usePlot(): PlotPart | undefined {
  const [plot, find] = useState(() => ({ Plot: loaded, error: undefined as unknown }));
  useEffect(() => {
    if (loaded) return;
    loadPlot().then(
      () => find({ Plot: loaded, error: undefined }),
      (error: unknown) => find({ Plot: undefined, error }),
    );
  }, []);
  if (plot.error !== undefined) throw plot.error;
  return plot.Plot;
}

/** uPlot reads number formats of navigator.language on load, and fails for POSIX locales: en-US@posix. */
function mendLanguage(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}

interface Series {
  label: string;
  /** One per point; null: unknown. */
  values: (number | null)[];
  /** The previous period: drawn faintly. */
  isBefore?: boolean;
}

export interface TimeChartProps {
  label: string;
  /** Start of each point, as the service formats it; undefined while loading. */
  times: string[] | undefined;
  series: Series[];
  interval: 'minute' | 'hour' | 'day' | 'week' | 'month';
  /** Formats a value; default: as a number. */
  write?: (value: number) => string;
  height?: number;
}

/** Of the button below. */
const turnHeight = 22;

export function TimeChart(props: TimeChartProps) {
  const { common } = useMessages();
  const { times, label, height = 220 } = props;
  const [shown, show] = useAddressed('chart');
  const isTable = shown === 'table';
  // Loads with the data, not after it.
  const Plot = usePlot();
  if (!times || !Plot) return <SkeletonBlock height={height + legendHeight + turnHeight} />;
  return (
    <figure className={classes.chart} aria-label={label}>
      {isTable ? (
        <ChartTable {...props} times={times} />
      ) : (
        <Plot {...props} times={times} height={height} />
      )}
      <Button
        className={classes.turn ?? ''}
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => show(isTable ? undefined : 'table')}
      >
        {isTable ? common.asChart : common.asTable}
      </Button>
    </figure>
  );
}

function ChartTable({
  times,
  series,
  interval,
  label,
  write,
}: TimeChartProps & { times: string[] }) {
  const { common } = useMessages();
  const format = useFormat();
  const written = write ?? format.number;
  const isFine = interval === 'hour' || interval === 'minute';
  return (
    <section className={classes.scroll} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th>{common.time}</th>
            {series.map((each) => (
              <th key={each.label}>{each.label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, place) => (
            <tr key={time}>
              <td>{isFine ? format.exact(time) : format.day(time)}</td>
              {series.map(({ label: name, values }) => {
                const value = values[place];
                return <td key={name}>{typeof value === 'number' ? written(value) : '–'}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
