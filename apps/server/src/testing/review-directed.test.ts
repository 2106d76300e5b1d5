import { expect, test } from 'vitest';
import { startHarness } from './harness.ts';
const h = await startHarness();
const at = (m: number) => new Date(Date.UTC(2026, 9, 1, 10, m)).toISOString();
const v = (n: number) => `00000000-0000-4000-8001-${String(n).padStart(12, '0')}`;
const s = (n: number) => `00000000-0000-4000-8002-${String(n).padStart(12, '0')}`;
async function state(deliveries: object[][], settleEach = true) {
  const w = await h.newWorkspace();
  for (const b of deliveries) { await h.send(b, w.productionKey); if (settleEach) await h.settle(); }
  await h.settle();
  const client = async (p: string) => { const r = await h.fetch(`/api/v1${p}`, { headers: { authorization: `Bearer ${w.secretKey}` } }); return ((await r.json()) as { data: Record<string, unknown>[] }).data; };
  const leads = (await client('/leads')).map((l) => ({ v: l.visitor_id, at: l.created_at, ident: !!l.identity_id, src: l.source, code: l.code && 1 }));
  const raw = await client('/leads');
  const conv = (await client('/conversions')).map((c) => ({ v: c.visitor_id, at: c.created_at, lead: raw.findIndex((l) => l.id === c.lead_id), s: c.session_id, first: (c.first_touch as { visitor_id?: string; session_id?: string } | null)?.session_id, last: (c.last_touch as { session_id?: string } | null)?.session_id }));
  return { leads, conv };
}
const conv = (n: number, vis: number, m: number, more: object = {}) => ({ type: 'conversion', name: `c${n}`, message_id: `m${n}`, visitor_id: v(vis), session_id: s(vis), timestamp: at(m), ...more });
test('H1 late conversion of a person on another device', async () => {
  const m = [conv(1, 1, 0, { email: 'x@a.de', lead: false }), conv(2, 2, 1, { email: 'x@a.de', lead: false }), conv(3, 1, 2), conv(4, 2, 3)];
  const inOrder = await state(m.map((x) => [x]));
  const late = await state([[m[0]], [m[1]], [m[3]], [m[2]]] as object[][]);
  expect(late).toEqual(inOrder);
});
test('H1b two anonymous leads of one person', async () => {
  const m = [conv(1, 1, 0), conv(2, 2, 1), conv(3, 2, 2, { email: 'x@a.de' }), conv(4, 1, 3, { email: 'x@a.de' }), conv(5, 1, 4)];
  const inOrder = await state(m.map((x) => [x]));
  expect(await state([m], false)).toEqual(inOrder);
  expect(await state(m.toReversed().map((x) => [x]))).toEqual(inOrder);
});
test('H1c late conversion, then attribution: a late conversion of another device changes nothing else', async () => {
  const ev = (n: number, vis: number, ses: number, m: number, more: object = {}) => ({ type: 'event', name: 'page_view', message_id: `e${n}`, visitor_id: v(vis), session_id: s(ses), timestamp: at(m), context: { page: { url: 'https://a.example/' } }, ...more });
  // late session start of the person's other device before a conversion; session known by process
  const m = [ev(1, 1, 11, 0), conv(2, 1, 1, { session_id: s(11), email: 'x@a.de' }), ev(3, 2, 12, 2), conv(4, 2, 3, { session_id: s(12), email: 'x@a.de' }), ev(5, 1, 13, 5), conv(6, 2, 7, { session_id: s(12) })];
  const inOrder = await state(m.map((x) => [x]));
  expect(await state([[m[0]], [m[1]], [m[2]], [m[3]], [m[5]], [m[4]]] as object[][])).toEqual(inOrder);
  expect(await state([[m[2]], [m[3]], [m[5]], [m[4]], [m[0]], [m[1]]] as object[][])).toEqual(inOrder);
});
