import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Figure } from '../../kit/figure.tsx';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { useMessages } from '../../messages/language.tsx';
import { FirstEvent } from '../../shell/first-event.tsx';
import classes from './live.module.css';
import { LiveVisitors } from './live-visitors.tsx';
import { Pulse } from './pulse.tsx';
import { useLive } from './use-live.ts';
import { WorldMap } from './world-map.tsx';

/** Visitors here now, updated live. */
export function LivePage() {
  const { live } = useMessages();
  const format = useFormat();
  const { liveQuery, state } = useLive();
  const now = liveQuery.data?.data;
  return (
    <Page title={live.title} subtitle={<span role="status">{live.states[state]}</span>}>
      {liveQuery.error && (
        <Fault fault={liveQuery.error} onAgain={() => void liveQuery.refetch()} />
      )}
      <div className={classes.top}>
        <Card>
          <div className={classes.figures}>
            <Figure label={live.fiveMinutes} value={now && format.number(now.visitors_5_minutes)} />
            <Figure
              label={live.thirtyMinutes}
              value={now && format.number(now.visitors_30_minutes)}
            />
          </div>
          <Pulse minutes={now?.minutes} />
        </Card>
        <Card title={live.map}>
          {now ? <WorldMap visitors={now.visitors} /> : <SkeletonBlock height={240} />}
        </Card>
      </div>
      {now?.visitors.length === 0 ? (
        <Nobody />
      ) : (
        <LiveVisitors visitors={now?.visitors} total={now?.visitors_30_minutes} />
      )}
    </Page>
  );
}

function Nobody() {
  const { live } = useMessages();
  return <FirstEvent icon="live" title={live.empty} text={live.emptyText} />;
}
