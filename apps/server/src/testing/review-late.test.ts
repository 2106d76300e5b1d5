import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { startHarness } from './harness.ts';
import { type Random, randomHistory, seededRandom, shuffled } from './random-history.ts';

const h = await startHarness();
const tables = ['attributions','events','sessions','visitors','identities','identity_links','leads','conversions','companies','company_evidence','campaigns','touches','personalities','jobs','failed_events'];
type Message = Record<string, unknown> & { test?: boolean };
const logged: string[] = [];
const extended = process.env.EXT === '1';

async function clear() {
  await h.settle();
  await h.db.system(async (tx) => {
    const known = await tx<{ name: string }[]>`select relname as name from pg_class where relkind = 'r' and relname = any(${tables})`;
    for (const { name } of known) await tx.unsafe(`delete from ${name}`);
  });
}
async function readsAfter(deliveries: Message[][], settleEach: (i: number) => boolean): Promise<Record<string, string>> {
  await clear();
  const app = await buildApp({ config: h.config, db: h.db, log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }) });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await app.addressTables.ready;
  try {
    for (const [i, all] of deliveries.entries()) {
      for (const isTest of [false, true]) {
        const batch = all.filter((m) => (m.test ?? false) === isTest).map(({ test: _t, ...m }) => m);
        if (!batch.length) continue;
        const answer = await fetch(`${url}/ingest/batch`, { method: 'POST', headers: { 'x-svc-key': isTest ? h.workspace.developmentKey : h.workspace.productionKey, 'content-type': 'application/json' }, body: JSON.stringify({ batch }) });
        const { data } = (await answer.json()) as { data: { rejected: number } };
        expect(answer.status, logged.join('')).toBe(200);
        expect(data.rejected, JSON.stringify(data)).toBe(0);
      }
      if (settleEach(i)) await app.background.settle();
    }
    await app.background.settle();
    expect(logged).toEqual([]);
    return await readEverything(url);
  } finally { await app.close(); }
}
async function readEverything(url: string) {
  const reads: Record<string, string> = {};
  const read = async (path: string): Promise<{ id: string }[]> => {
    const answer = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${h.workspace.secretKey}` } });
    const text = await answer.text();
    expect(answer.status, `${path}: ${text}`).toBe(200);
    reads[path] = text;
    const { data } = JSON.parse(text);
    return Array.isArray(data) ? data : [];
  };
  for (const t of extended ? ['', '&test=true'] : ['']) {
  for (const path of ['/leads', '/conversions']) await read(`${path}?limit=100${t}`);
  if (extended) await read(`/conversions?limit=100&bots=true${t}`);
  for (const { id } of await read(`/identities?limit=100${t}`)) {
    await read(`/identities/${id}`); await read(`/identities/${id}/activity?limit=100`); await read(`/identities/${id}/personality`);
  }
  for (const list of ['/visitors?limit=100', '/visitors?limit=100&bots=true']) for (const { id } of await read(list + t)) await read(`/visitors/${id}/sessions?limit=100${t}`);
  for (const { id } of await read(`/companies?limit=100${t}`)) await read(`/companies/${id}/evidence?limit=100`);
  for (const { id } of await read(`/campaigns?limit=100${t}`)) for (const model of ['first_touch', 'last_touch']) await read(`/campaigns/${id}/performance?model=${model}`);
  }
  return reads;
}
function diff(reads: Record<string, string>, expected: Record<string, string>): string {
  const out: string[] = [];
  for (const path of new Set([...Object.keys(reads), ...Object.keys(expected)])) {
    if (reads[path] === expected[path]) continue;
    if (!reads[path] || !expected[path]) { out.push(`${path}: ${reads[path] ? 'only in late' : 'only in expected'}`); continue; }
    const a = JSON.parse(reads[path] ?? ''), b = JSON.parse(expected[path] ?? '');
    const la = [a.data].flat(), lb = [b.data].flat();
    for (const x of la) if (!lb.some((y: unknown) => JSON.stringify(y) === JSON.stringify(x))) out.push(`${path} GOT  ${JSON.stringify(x).slice(0, 420)}`);
    for (const x of lb) if (!la.some((y: unknown) => JSON.stringify(y) === JSON.stringify(x))) out.push(`${path} WANT ${JSON.stringify(x).slice(0, 420)}`);
    if (la.length === lb.length && out.length === 0) out.push(`${path} order`);
  }
  return out.join('\n');
}
function extend(history: Message[], random: Random, seed: number): Message[] {
  if (!extended) return history;
  const shared = `${String(seed).padStart(8, '0')}-0000-4000-8009-000000000001`;
  return history.map((m, i): Message => {
    const r = random();
    const n: Message = { ...m };
    if (m.type === 'conversion' && random() < 0.3) n.external_id = `x${i}`;
    if (random() < 0.15 && (n.email || n.user_id)) { delete n.visitor_id; }
    if (random() < 0.1) n.session_id = shared;
    if (r < 0.12 && n.session_id) { n.type = 'session'; n.action = random() < 0.5 ? 'end' : 'heartbeat'; n.engaged_ms = Math.floor(random() * 60000); delete n.name; delete n.properties; delete n.lead; delete n.value; delete n.currency; delete n.external_id; delete n.traits; }
    if (random() < 0.1) n.test = true;
    return n;
  });
}
const endMs = Date.now() - 60 * 60_000;
const rounds = Number(process.env.ORDER_ROUNDS ?? 3);
const firstSeed = Number(process.env.ORDER_SEED ?? 1);
const size = Number(process.env.SIZE ?? 30);
const lates = Number(process.env.LATES ?? 8);
test.each(Array.from({ length: rounds }, (_, p) => firstSeed + p))('late ones one at a time (%i)', async (seed) => {
  const random = seededRandom(seed * 7919 + 3);
  const history = extend(randomHistory(seed, size, endMs), random, seed);
  const text = (m: Message) => JSON.stringify({ ...m, context: undefined, place: history.indexOf(m) });
  const expected = await readsAfter(history.map((m) => [m]), () => false);
  const problems: string[] = [];
  const check = async (name: string, deliveries: Message[][], settle: (i: number) => boolean) => {
    const d = diff(await readsAfter(deliveries, settle), expected);
    if (d) problems.push(`### ${name}\n${d}`);
  };
  await check('settled each', history.map((m) => [m]), () => true);
  const sh = shuffled(history, random);
  await check('shuffled, settled each', sh.map((m) => [m]), () => true);
  for (let k = 0; k < lates; k++) {
    const m = history[Math.floor(random() * history.length)] as Message;
    const rest = history.filter((x) => x !== m);
    const inOne = random() < 0.5;
    await check(`late ${text(m)} rest ${inOne ? 'one by one' : 'together'}`, [...(inOne ? rest.map((x) => [x]) : [rest]), [m]], (i) => i >= (inOne ? rest.length - 1 : 0));
  }
  if (problems.length) {
    const fs = await import('node:fs');
    fs.appendFileSync('/tmp/review/diffs.txt', `\n===== seed ${seed} ext ${extended}\n${problems.join('\n')}\n--history\n${history.map(text).join('\n')}\n`);
  }
  expect(problems.map((p) => p.split('\n')[0])).toEqual([]);
}, 240_000);
