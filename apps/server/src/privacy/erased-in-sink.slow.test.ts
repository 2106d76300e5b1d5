/* An erasure removes the person's visits from ClickHouse too, and shows when it is done. */
import { expect, test } from 'vitest';
import { clickHousePython, clickHouseRemedy, startClickHouse } from '../testing/clickhouse.ts';
import { at, erasureIn, visit, workspaceToErase } from '../testing/erased-people.ts';
import { startHarness } from '../testing/harness.ts';
import { describeWith } from '../testing/programs.ts';
import { pageIn } from '../testing/rest.ts';

const clickhouse = await startClickHouse();
const h = await startHarness({ SINK_CLICKHOUSE_URL: clickhouse.url }, {}, { sinkPollMs: 200 });

describeWith(clickHousePython, 'a ClickHouse beside PostgreSQL', clickHouseRemedy, () => {
  test('a person and their part of a shared device go, and what is others’ stays', async () => {
    const { workspace, rest, send, personOf } = await workspaceToErase(h);
    const ada = visit(0, { email: 'ada@firm.example', name: 'Ada' });
    const eve = visit(200, { email: 'eve@other.example', name: 'Eve' });
    const shared = visit(400, { email: 'ada@firm.example' }, eve.visitor_id);
    for (const { messages } of [ada, eve, shared]) await send(...messages);
    const rows = async (table: 'visits' | 'events', what = '*', final = 'final') =>
      clickhouse.rows<Record<string, string>>(
        `select ${what} from footfall_${table} ${final} where workspace_id = '${workspace.id}'`,
      );
    await expect.poll(async () => (await rows('events')).length, { timeout: 20_000 }).toBe(12);
    clickhouse.door = 'away';
    const id = await personOf(ada.visitor_id);
    const erasure = erasureIn(await rest.raw('DELETE', `/identities/${id}`, {}));
    const read = async () => {
      await h.settle();
      return erasureIn(await rest.get(`/erasures/${erasure.id}`));
    };
    const waitingFor = async () => (await read()).waiting_for;
    await expect.poll(waitingFor, { timeout: 20_000 }).toBe('clickhouse');
    clickhouse.door = 'open';
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('done');
    expect(await read()).toMatchObject({ waiting_for: null });
    const left = async () => {
      const all = [...(await rows('visits', '*', '')), ...(await rows('events', '*', ''))];
      return [ada.visitor_id, ada.session_id, shared.session_id].filter((gone) =>
        JSON.stringify(all).includes(gone),
      );
    };
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    const events = await rows('events', 'visitor_id, session_id');
    expect(events).toEqual(
      Array(4).fill({ visitor_id: eve.visitor_id, session_id: eve.session_id }),
    );
    expect(await rows('visits', 'id')).toEqual([{ id: eve.session_id }]);
    // Later visits arrive there.
    await send({
      type: 'event',
      name: 'page_view',
      visitor_id: eve.visitor_id,
      session_id: eve.session_id,
      timestamp: at(205),
    });
    await expect.poll(async () => (await rows('events')).length, { timeout: 20_000 }).toBe(5);
    expect(pageIn(await rest.get('/identities')).data).toHaveLength(1);
  });
});
