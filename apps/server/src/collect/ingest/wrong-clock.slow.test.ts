/* A service whose machine has the wrong time, and is set to another wrong time while it runs: messages are dated by the database. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { IngestAnswer } from '@footfall/contract/ingest';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { migratedDatabase } from '../../testing/database.ts';
import { footfall, startFootfall, temporaryDirectory } from '../../testing/service-process.ts';
import { SLOW } from '../../testing/slow.ts';

const hourMs = 3_600_000;
const preload = fileURLToPath(new URL('../../testing/wrong-clock.mjs', import.meta.url));

test('the clock two hours behind, and then three days ahead, makes no visit of its own', {
  timeout: SLOW,
}, async () => {
  const url = await migratedDatabase();
  const sql = postgres(url, { max: 1 });
  onTestFinished(() => sql.end());
  const dataDir = await temporaryDirectory();
  const env = {
    DATABASE_URL: url,
    NODE_OPTIONS: `--import=${preload}`,
    CLOCK_OFF_MS: String(-2 * hourMs),
    CLOCK_THEN_MS: String(72 * hourMs),
  };
  const service = await startFootfall({ dataDir, env });
  const [, key = ''] = /data-key="(\w+)"/.exec(service.stdout()) ?? [];
  const visitors = Array.from({ length: 20 }, () => randomUUID());
  const sendAll = async () => {
    const batch = visitors.map((visitor_id) => ({ type: 'event', name: 'x', visitor_id }));
    const answer = await fetch(`${service.url}/ingest/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-key': key },
      // By the right time: it is the service whose clock is off.
      body: JSON.stringify({ batch, sent_at: new Date().toISOString() }),
    });
    expect((await answer.json()) as IngestAnswer).toMatchObject({ data: { accepted: 20 } });
  };
  const stored = () => sql<{ off: number; idOff: number }[]>`
    select abs(extract(epoch from received_at - occurred_at))::float8 as off,
           abs(extract(epoch from received_at) * 1000
               - ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint)::float8 / 1000 as "idOff"
    from events`;

  await sendAll();
  process.kill(service.pid, 'SIGUSR2');
  await sendAll();
  // Told by a commit, not by a jump: the clock stays as it is now.
  await sendAll();

  const events = await stored();
  expect(events).toHaveLength(60);
  for (const { off, idOff } of events) {
    expect(off).toBeLessThan(60);
    expect(idOff).toBeLessThan(60);
  }
  const [sessions] = await sql<{ count: number }[]>`select count(*)::integer from sessions`;
  expect(sessions?.count).toBe(visitors.length);
  const warned = service
    .stdout()
    .split('\n')
    .filter((line) => line.includes('which dates messages'))
    .map((line) => Math.round(JSON.parse(line).differenceMs / hourMs));
  expect(warned).toEqual([2, -72]);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const [, difference] = /^footfall_clock_difference_seconds (\S+)$/m.exec(metrics) ?? [];
  expect(Math.round(Number(difference) / 3600)).toBe(-72);
  const doctor = await footfall(['doctor'], { dataDir, env });
  expect(doctor.stdout).toMatch(/WRONG +Clock +7\d{3}(\.\d+)? s behind the database/);
});
