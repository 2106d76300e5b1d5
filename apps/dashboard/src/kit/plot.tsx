import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Messages } from '../messages/en.ts';
import { useMessages } from '../messages/language.tsx';
import { type Format, useFormat } from './format.ts';
import { legendHeight } from './legend-height.ts';
import classes from './plot.module.css';
import type { TimeChartProps } from './time-chart.tsx';

type PlotProps = TimeChartProps & { times: string[]; height: number };

/** The chart; the table beside it has the same data for screen readers. */
export function Plot(props: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const format = useFormat();
  const { common } = useMessages();
  const scheme = useComputedColorScheme();
  const { times, series, height } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the scheme's colors from the page
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const data: uPlot.AlignedData = [
      times.map((time) => Date.parse(time) / 1000),
      ...series.map(({ values }) => values),
    ];
    let plot = new uPlot(optionsOf(props, format, element, common), data, element);
    // With the screen's colors, it could be dark on paper.
    const paper = matchMedia('print');
    const redraw = () => {
      plot.destroy();
      plot = new uPlot(optionsOf(props, format, element, common), data, element);
    };
    paper.addEventListener('change', redraw);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      paper.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [times, series, scheme, format, common]);
  return (
    <div
      ref={place}
      className={classes.plot}
      style={{ minHeight: height + legendHeight }}
      aria-hidden="true"
    />
  );
}

function optionsOf(
  props: PlotProps,
  format: Format,
  element: HTMLElement,
  common: Messages['common'],
): uPlot.Options {
  const { series, interval, height, write = format.number } = props;
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(name);
  const isFine = interval === 'hour' || interval === 'minute';
  const axis = {
    stroke: colour('--quiet'),
    font: '11px system-ui, sans-serif',
    ticks: { show: false },
  };
  const tick = (seconds: number) =>
    isFine ? format.hour(seconds * 1000) : format.shortDay(seconds * 1000);
  const moment = (seconds: number) =>
    isFine ? format.exact(seconds * 1000) : format.day(seconds * 1000);
  return {
    width: element.clientWidth,
    height,
    padding: [10, 8, 0, 0],
    cursor: { y: false, points: { size: 7 } },
    legend: { live: true },
    scales: { y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.08 : 1] } },
    axes: [
      { ...axis, size: 28, grid: { show: false }, values: (_plot, splits) => splits.map(tick) },
      {
        ...axis,
        size: 52,
        ...(isWhole(series) && { incrs: wholeSteps }),
        grid: { stroke: colour('--line'), width: 1 },
        values: (_plot, splits) => splits.map((value) => format.compact(value)),
      },
    ],
    series: [
      { label: common.time, value: (_plot, seconds) => (seconds === null ? '' : moment(seconds)) },
      ...series.map(({ label, isBefore = false }, place): uPlot.Series => {
        const stroke = colour(
          isBefore ? '--past' : (lineColours[place % lineColours.length] ?? ''),
        );
        return {
          label,
          stroke,
          width: isBefore ? 1.5 : 2,
          ...(isBefore && { dash: [4, 4] }),
          ...(series.length <= 2 && !isBefore && { fill: colour('--accent-fill') }),
          points: { show: false },
          value: (_plot, value) => (value === null ? '' : write(value)),
        };
      }),
    ],
  };
}

const lineColours = ['--accent', '--good', '--warn', '--bad'];

/** Avoids fractions of visitors. */
function isWhole(series: TimeChartProps['series']): boolean {
  return series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));
}

const wholeSteps = Array.from({ length: 12 }, (_step, power) => 10 ** power).flatMap((ten) => [
  ten,
  2 * ten,
  5 * ten,
]);
