import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { anonymiseNextEvents } from '../events/stored-addresses.ts';
import { anonymiseNextSessions, type SlicePlace } from './stored-addresses.ts';

const service = await sharedHarness({ trust: 'open', ip_anonymisation: 'none' });

test('slices one after another reach every session once, of live and test data', async () => {
  const { id, productionKey, developmentKey } = service.workspace;
  const batch = (size: number) =>
    Array.from({ length: size }, (_, at) => ({
      type: 'event',
      name: 'page_view',
      visitor_id: randomUUID(),
      context: { ip: at % 2 === 0 ? `198.51.100.${at % 250}` : `2001:db8::${at}` },
    }));
  for (const key of [productionKey, productionKey, developmentKey]) {
    await service.send(batch(900), key);
  }

  const slices: number[] = [];
  let place: SlicePlace | undefined;
  do {
    const after = place;
    const slice = await service.db.workspace(id, (tx) =>
      anonymiseNextSessions(tx, id, 'truncate', after),
    );
    slices.push(slice.seen);
    place = slice.next;
  } while (place !== undefined);
  expect(slices).toEqual([2_000, 700]);

  const stored = await service.db.system(
    (tx) => tx`
      select ip, count(*)::integer from sessions where workspace_id = ${id} group by ip order by ip`,
  );
  expect([...stored]).toEqual([
    { ip: '198.51.100.0', count: 1_350 },
    { ip: '2001:db8::', count: 1_350 },
  ]);
});

test('sessions that are made anew from stored events do not bring back an address', async () => {
  const { id, productionKey } = await service.newWorkspace('Test', { ip_anonymisation: 'none' });
  const visits = Array.from({ length: 2_001 }, () => ({
    type: 'event',
    name: 'page_view',
    visitor_id: randomUUID(),
    context: { ip: '198.51.100.77' },
  }));
  await service.send(visits.slice(0, 1_000), productionKey);
  await service.send(visits.slice(1_000, 2_000), productionKey);
  await service.send(visits.slice(2_000), productionKey);
  const next = (after?: string) =>
    service.db.workspace(id, (tx) => anonymiseNextEvents(tx, id, 'drop', after));
  const first = await next();
  expect(first).toMatchObject({ seen: 2_000, changed: 2_000 });
  expect(await next(first.next)).toEqual({ seen: 1, changed: 1, next: undefined });
  const events = await service.db.system(
    (tx) => tx`select context from events where workspace_id = ${id}`,
  );
  expect(events).toHaveLength(2_001);
  expect(JSON.stringify(events)).not.toContain('198.51.100');
});
