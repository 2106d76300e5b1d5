/** Figures over time: a chart, and the same as a table for whoever cannot or does not want to see it. */
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

/** With the page that draws it, not when it is drawn: whoever comes from another page has it then. Tried anew after a failure. */
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

// What fails here is told where it is drawn.
loadPlot().catch(() => undefined);

/**
 * Undefined until it is there. Not by Suspense, with which React keeps a skeleton for 0.3 s once it was seen. What cannot be
 * loaded is the page's fault.
 */
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

/** uPlot asks for the numbers of navigator.language as it is loaded, and fails where a machine's locale is POSIX: en-US@posix. */
function mendLanguage(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}

interface Series {
  label: string;
  /** One for each point of time; null: nothing is known. */
  values: (number | null)[];
  /** The period before: drawn faintly. */
  isBefore?: boolean;
}

export interface TimeChartProps {
  label: string;
  /** When each point begins, as the service wrote it; undefined while it is on its way. */
  times: string[] | undefined;
  series: Series[];
  interval: 'minute' | 'hour' | 'day' | 'week' | 'month';
  /** How a value is read; by default as a number. */
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
  // Together with what it is to draw, not after it.
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
