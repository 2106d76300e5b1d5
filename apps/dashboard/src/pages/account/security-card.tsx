import type { OwnEvent } from '@footfall/contract/account';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { type Line, Lines } from '../../kit/lines.tsx';
import { Pager, usePages } from '../../kit/pager.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useDoorQuery } from './own-account.ts';

interface EventsPage {
  data: OwnEvent[];
  pagination: { total: number };
}

/** Events of one's own account, to notice other people's actions. */
export function SecurityEvents() {
  const { account } = useMessages();
  const pages = usePages('events', 10);
  const { limit, offset } = pages;
  const events = useDoorQuery<EventsPage>(`security-events?limit=${limit}&offset=${offset}`);
  const lines = events.data?.data.map(
    (event): Line => ({
      id: event.id,
      main: <What event={event} />,
      note: [event.device, event.address].filter(Boolean).join(' · '),
      side: <When at={event.at} />,
    }),
  );
  return (
    <Card title={account.events}>
      {events.error ? (
        <Fault fault={events.error} onAgain={() => void events.refetch()} />
      ) : (
        <Lines label={account.events} lines={lines} empty={account.noEvents} />
      )}
      <Pager pages={pages} total={events.data?.pagination.total} />
    </Card>
  );
}

function What({ event: { event, outcome, attempts } }: { event: OwnEvent }) {
  const { account } = useMessages();
  const words = account.eventNames[event] ?? event;
  const parts = [words];
  if (outcome === 'refused') parts.push(account.tooManyTries);
  if (attempts > 1) parts.push(account.times(attempts));
  return <span title={event}>{parts.join(' · ')}</span>;
}
