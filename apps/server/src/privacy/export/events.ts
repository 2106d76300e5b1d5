/** Reads a person's events, visit by visit, within their periods on each device. */
import { selectPeriods } from '../../people/visitors/devices.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { listEvents } from '../../visits/events/read.ts';
import { listSessions } from '../../visits/sessions/read.ts';
import { type Piece, pageFrom } from './pieces.ts';
import type { Subject } from './subject.ts';

const visitsAtOnce = 25;
/** Most events in a piece. */
const mostEvents = 1_000;

interface Position {
  /** Cursor of the page of visits. */
  visits: string;
  /** Visits of the page already read. */
  done: number;
  /** Cursor in the events of the next visit. */
  events: string;
}

const start: Position = { visits: '', done: 0, events: '' };

export async function readEvents(
  context: OperationContext,
  { whose, isTest }: Subject,
  cursor: string | undefined,
): Promise<Piece> {
  const { tx, workspaceId } = context;
  const { visits, done, events }: Position = cursor === undefined ? start : JSON.parse(cursor);
  const page = await listSessions(
    context,
    workspaceId,
    { whose, isTest },
    pageFrom(visits, visitsAtOnce),
  );
  const visitorIds = page.data.map(({ visitor_id }) => visitor_id);
  const periods = await selectPeriods(tx, workspaceId, whose, visitorIds);
  const records: object[] = [];
  let from = events;
  for (const [place, { id, visitor_id: visitorId }] of page.data.entries()) {
    if (place < done) continue;
    const own = periods.filter((period) => period.visitorId === visitorId);
    const filter = { visitorId, sessionId: id, isTest, periods: own };
    const limit = mostEvents - records.length;
    const found = await listEvents(tx, workspaceId, filter, pageFrom(from, limit), 0);
    records.push(...found.data);
    const further = found.pagination.next_cursor ?? '';
    if (records.length >= mostEvents) {
      const next = { visits, done: further === '' ? place + 1 : place, events: further };
      return { records, next: JSON.stringify(next) };
    }
    from = '';
  }
  const next = page.pagination.next_cursor;
  return { records, next: next ? JSON.stringify({ ...start, visits: next }) : undefined };
}
