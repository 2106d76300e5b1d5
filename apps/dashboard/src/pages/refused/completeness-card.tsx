import type { Completeness } from '@footfall/contract/completeness';
import { beginningOf } from '@footfall/contract/day-beginning';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import table from '../../kit/figures-table.module.css';
import { useFormat } from '../../kit/format.ts';
import { useMessages } from '../../messages/language.tsx';
import { usePeriod, useTest } from '../../shell/frame-context.tsx';
import classes from './refused.module.css';

type Counts = Completeness['total'];

const columns = ['made', 'received', 'refused', 'lost'] as const;

/** Messages that browsers created, and what happened to them. */
export function CompletenessCard() {
  const { common, refused } = useMessages();
  const format = useFormat();
  const { since, until, timeZone } = usePeriod();
  const test = useTest();
  const [by, setBy] = useState<'browsers' | 'days'>('browsers');
  const { data } = useRead(
    'GET /completeness',
    { query: { from: since, to: until, test } },
    { keepsPrevious: true },
  );
  const completeness = data?.data;
  // Hidden for unsupported periods, and without data.
  if (!completeness || completeness.total.visits === 0) return null;
  const lines: { key: string; label: string; counts: Counts }[] =
    by === 'browsers'
      ? completeness.browsers.map(({ browser, ...counts }) => ({
          key: browser,
          label: browser || common.unknown,
          counts,
        }))
      : completeness.days.toReversed().map(({ date, ...counts }) => ({
          key: date,
          label: format.day(beginningOf(date, timeZone)),
          counts,
        }));
  return (
    <Card title={refused.completeness}>
      <SegmentedControl
        size="xs"
        aria-label={refused.completeness}
        value={by}
        onChange={(value) => setBy(value === 'days' ? 'days' : 'browsers')}
        data={[
          { value: 'browsers', label: refused.byBrowser },
          { value: 'days', label: refused.byDay },
        ]}
      />
      <section
        className={table.scroll}
        aria-label={by === 'browsers' ? refused.byBrowser : refused.byDay}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th>{by === 'browsers' ? refused.browser : refused.day}</th>
              {columns.map((name) => (
                <th key={name}>{refused.messages[name]}</th>
              ))}
              <th>{refused.share}</th>
            </tr>
          </thead>
          <tbody>
            <Line label={refused.inAll} counts={completeness.total} />
            {lines.map(({ key, ...line }) => (
              <Line key={key} {...line} />
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.note}>{refused.completenessText}</p>
    </Card>
  );
}

function Line({ label, counts }: { label: string; counts: Counts }) {
  const format = useFormat();
  const arrived = counts.received + counts.refused;
  return (
    <tr>
      <th scope="row">{label}</th>
      {columns.map((name) => (
        <td key={name}>{format.number(counts[name])}</td>
      ))}
      <td>{format.percent(arrived / Math.max(1, counts.made))}</td>
    </tr>
  );
}
