/* Killed between the answer of ClickHouse and the position: what was sent is sent again, and shown once. */
import { expect, test } from 'vitest';
import { clickHousePython, clickHouseRemedy, startClickHouse } from '../testing/clickhouse.ts';
import { startHarness } from '../testing/harness.ts';
import { describeWith } from '../testing/programs.ts';
import { randomHistory } from '../testing/random-history.ts';
import { showsAll } from '../testing/sent-rows.ts';
import {
  footfall,
  footfallJson,
  startFootfall,
  temporaryDirectory,
} from '../testing/service-process.ts';

import { SLOW } from '../testing/slow.ts';
import type { SinkState } from './positions.ts';

const clickhouse = await startClickHouse();
const h = await startHarness({}, { trust: 'open' });

describeWith(
  clickHousePython,
  'a ClickHouse beside a service that is killed',
  clickHouseRemedy,
  () => {
    test('kill -9 when rows have arrived and the position is not saved: nothing is missing, nothing twice', {
      timeout: SLOW,
    }, async () => {
      await h.send(randomHistory(1, 60, Date.now() - 60_000));
      await h.settle();
      clickhouse.door = 'silent';
      const dataDir = await temporaryDirectory();
      const env = { DATABASE_URL: h.ownerUrl, SINK_CLICKHOUSE_URL: clickhouse.url };
      const first = await startFootfall({ dataDir, env });
      await expect.poll(inserts).toBe(1);
      await expect.poll(arrived).toBeGreaterThan(0);
      await first.end('SIGKILL');
      const [position] = await h.db.system(
        (tx) => tx`select rows_sent, held_until > now() as held from sink_positions`,
      );
      expect(position).toEqual({ rows_sent: '0', held: true });
      clickhouse.door = 'open';
      // As after the minute for which the killed one has the turn.
      await h.db.system((tx) => tx`update sink_positions set held_until = now()`);
      await startFootfall({ dataDir, env });
      await showsAll(h, clickhouse, h.workspace);
      expect(inserts()).toBeGreaterThanOrEqual(3);
      // That nothing is left is found out after the last rows are there.
      await expect.poll(phases).toEqual(['following']);
    });

    test('commands show progress, resend everything, and explain what is wrong with the address', {
      timeout: SLOW,
    }, async () => {
      const env = { DATABASE_URL: h.ownerUrl, SINK_CLICKHOUSE_URL: clickhouse.url };
      const own = { dataDir: await temporaryDirectory(), env };
      const status = () => footfallJson<SinkState[]>(['sink', 'status'], own);
      expect(await status()).toMatchObject([
        { workspaceId: h.workspace.id, phase: 'following', behindSeconds: 0 },
      ]);
      await footfall(['sink', 'resend', '--workspace', h.workspace.id], own);
      expect(await status()).toMatchObject([{ phase: 'visits' }]);
      const well = await footfall(['doctor'], { ...own, env: { ...env, PORT: '0' } });
      expect(well.stdout).toMatch(
        /ok +ClickHouse +\d+\.\d+\S* at 127\.0\.0\.1:\d+\/footfall, 0 s behind; workspaces not copied completely: 1/,
      );
      const wrong = clickhouse.url.replace('sender:', 'stranger:');
      const warned = await footfall(['doctor'], {
        ...own,
        env: { ...env, SINK_CLICKHOUSE_URL: wrong },
      });
      expect(warned.stdout).toMatch(/warn +ClickHouse +.*Code 516, AUTHENTICATION_FAILED/);
      for (const text of [
        'clickhouse:9000/x',
        'http://u:secret@host:8123',
        'http://u:secret@host/a/b',
        'http://h/a?b=secret',
      ]) {
        const refused = await footfall(['sink', 'status'], {
          ...own,
          env: { SINK_CLICKHOUSE_URL: text },
        });
        expect(refused.code).toBe(1);
        expect(refused.stderr).toMatch(/SINK_CLICKHOUSE_URL .*remove it\.$/m);
        expect(refused.stderr).not.toContain('secret');
      }
    });
  },
);

const inserts = () => clickhouse.statements.filter((text) => text.startsWith('insert')).length;

async function phases(): Promise<string[]> {
  const rows = await h.db.system((tx) => tx<{ phase: string }[]>`select phase from sink_positions`);
  return rows.map(({ phase }) => phase);
}

async function arrived(): Promise<number> {
  const [row] = await clickhouse.rows<{ rows: string }>(
    'select count() as rows from footfall_visits',
  );
  return Number(row?.rows);
}
