/* A device with hundreds of people: while they are rebuilt, neither others nor the device itself wait. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';

const h = await sharedHarness({ trust: 'open' });
const begun = Date.now() - 48 * 60 * 60_000;
const at = (seconds: number) => new Date(begun + seconds * 1000).toISOString();
const browser = () => ({ visitor_id: randomUUID(), session_id: randomUUID() });
const identify = (from: object, user_id: string, seconds: number) => {
  return { ...from, type: 'identify', user_id, name: user_id, timestamp: at(seconds) };
};

test(
  'messages are accepted while a device with hundreds of people is rebuilt, and applied afterwards',
  async () => {
    const { id, productionKey: key, secretKey } = await h.newWorkspace();
    const tablet = browser();
    const guests = Array.from({ length: 320 }, (_, place) =>
      identify(tablet, `guest-${place}`, place * 10),
    );
    for (let from = 0; from < guests.length; from += 80) {
      await h.send(guests.slice(from, from + 80), key);
    }
    await h.settle();

    const isMaking = () =>
      h.db.upkeep(async (owner) => {
        const [row] = await owner`
          select exists (select from people_holds where workspace_id = ${id})
            and exists (select from pg_locks
              where relation = ${owner.stored('suggestions')}::regclass and not granted) as "isMaking"`;
        return row?.isMaking;
      }, id);
    const conversion = { ...tablet, type: 'conversion', name: 'signup', external_id: 'late' };
    let settled: Promise<void> | undefined;
    await h.db.upkeep(async (tx) => {
      // The job waits for that when it has written people, links and leads.
      await tx`set local citus.enable_manual_changes_to_shards = on`;
      await tx`lock table ${tx(tx.stored('suggestions'))} in exclusive mode`;
      await h.send(identify(tablet, 'late', 1_005), key);
      settled = h.settle();
      await expect.poll(isMaking).toBe(true);
      await h.send(identify(browser(), 'somebody else', 4_000), key);
      await h.send(identify(tablet, 'later', 2_005), key);
      await h.send(identify(browser(), 'guest-7', 4_000), key);
      await h.send({ ...conversion, timestamp: at(2_007) }, key);
    }, id);
    await settled;
    await h.settle();

    const rest = restOf(h, secretKey);
    const named = async (user: string) => {
      const page = pageIn(
        await rest.get(`/identities?filter=${encodeURIComponent(`name = "${user}"`)}`),
      );
      return page.data.map(({ id: identityId }) => identityId);
    };
    const [later] = await named('later');
    expect(await named('late')).toHaveLength(1);
    expect(await named('somebody else')).toHaveLength(1);
    const conversions = pageIn(await rest.get('/conversions')).data;
    expect(conversions).toMatchObject([{ identity_id: later }]);
    const [left] = await h.db.workspace(
      id,
      (tx) => tx`
        select (select count(*)::integer from people_holds where workspace_id = ${id}) as held,
               (select count(*)::integer from identity_links
                where workspace_id = ${id} and identity_id is null) as unknown`,
    );
    expect(left).toEqual({ held: 0, unknown: 0 });
  },
  SLOW,
);
