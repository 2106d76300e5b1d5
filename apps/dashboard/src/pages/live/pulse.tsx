import type { Live } from '@footfall/contract/live';
import { useMemo } from 'react';
import { TimeChart } from '../../kit/time-chart.tsx';
import { useMessages } from '../../messages/language.tsx';

/** The last 30 minutes, minute by minute. */
export function Pulse({ minutes }: { minutes: Live['minutes'] | undefined }) {
  const { live } = useMessages();
  const drawn = useMemo(
    () =>
      minutes && {
        times: minutes.map(({ minute }) => minute),
        series: [
          { label: live.pageViews, values: minutes.map(({ page_views }) => page_views) },
          { label: live.visitors, values: minutes.map(({ visitors }) => visitors) },
        ],
      },
    [minutes, live],
  );
  return (
    <TimeChart
      label={live.pulse}
      times={drawn?.times}
      series={drawn?.series ?? []}
      interval="minute"
      height={170}
    />
  );
}
