/* What opens leads: the workspace's rule, as it was when each message happened. */

import { randomUUID } from 'node:crypto';
import type { LeadRule } from '@footfall/contract/settings';
import { expect, test } from 'vitest';
import { changeSettings, leadRuleAt } from '../../accounts/workspaces/settings.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

const start = Date.now() - 48 * 60 * 60_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
const shown = (minutes: number) => `${at(minutes).slice(0, 19)}Z`;

/** A workspace with this rule, or with rules since these minutes. */
async function workspaceWith(rules: LeadRule | [minutes: number, rule: LeadRule][]) {
  const workspace = await h.newWorkspace();
  const history = Array.isArray(rules)
    ? [
        { since: new Date(0).toISOString(), rule: 'both' },
        ...rules.map(([minutes, rule]) => ({ since: at(minutes), rule })),
      ]
    : [];
  const lead_rule = Array.isArray(rules) ? rules.at(-1)?.[1] : rules;
  const settings = JSON.stringify({ lead_rule, lead_rule_history: history });
  await h.db.system(
    (tx) =>
      tx`update workspaces set settings = ${settings}::text::jsonb where workspace_id = ${workspace.id}`,
  );
  const rest = restOf(h, workspace.secretKey);
  return {
    workspace,
    leads: async () => pageIn(await rest.get('/leads')).data,
    conversions: async () => pageIn(await rest.get('/conversions')).data,
    /** One after another; then waits for the background. */
    async send(...messages: object[]) {
      for (const message of messages) await h.send(message, workspace.productionKey);
      await h.settle();
    },
  };
}

const convert = (minutes: number, visitor_id: string, fields: object = {}) => ({
  type: 'conversion',
  name: 'signup',
  visitor_id,
  timestamp: at(minutes),
  ...fields,
});
const identify = (minutes: number, visitor_id: string, fields: object = {}) => ({
  type: 'identify',
  visitor_id,
  email: `${visitor_id}@example.com`,
  timestamp: at(minutes),
  ...fields,
});

test.each<[LeadRule, string[]]>([
  ['conversion', ['by conversion', 'named converter', 'identify, then conversion']],
  ['identify', ['by identify', 'named event', 'named converter', 'identify, then conversion']],
  [
    'both',
    ['by conversion', 'by identify', 'named event', 'named converter', 'identify, then conversion'],
  ],
  ['none', []],
])('the rule %s', async (rule, expected) => {
  const { workspace, leads, conversions } = await workspaceWith(rule);
  const visitors = new Map<string, string>();
  const visitor = (name: string) => {
    const id = randomUUID();
    visitors.set(id, name);
    return id;
  };
  const [both, refused] = [visitor('identify, then conversion'), visitor('lead: false')];
  const event = { type: 'event', name: 'login', timestamp: at(0) };
  const messages = [
    { ...event, visitor_id: visitor('nothing') },
    convert(0, visitor('by conversion')),
    convert(0, refused, { lead: false }),
    identify(0, visitor('by identify')),
    { ...event, visitor_id: visitor('named event'), email: 'event@example.com' },
    identify(0, both),
    convert(1, both),
    convert(0, visitor('named converter'), { email: 'converter@example.com' }),
  ];
  await h.send(messages, workspace.productionKey);
  await h.settle();
  const opened = (await leads()).map(({ visitor_id }) => visitors.get(String(visitor_id)));
  const isByConversion = rule === 'conversion' || rule === 'both';
  // A conversion opens leads as a conversion only, also where it names its person.
  const wanted = expected.filter((name) => isByConversion || name !== 'named converter');
  expect(opened.sort()).toEqual(wanted.sort());
  expect(await conversions()).toHaveLength(4);
});

test('a named visitor’s later conversion opens the lead where identify opens none', async () => {
  const { send, leads } = await workspaceWith('conversion');
  const visitor = randomUUID();
  await send(identify(0, visitor));
  expect(await leads()).toEqual([]);
  await send(convert(10, visitor));
  expect(await leads()).toMatchObject([{ created_at: shown(10) }]);
});

test('with identify only, an earlier conversion belongs to no lead, and a later one to that of its person', async () => {
  const { send, leads, conversions } = await workspaceWith('identify');
  const visitor = randomUUID();
  await send(
    convert(0, visitor, { external_id: 'early' }),
    identify(10, visitor),
    convert(20, visitor, { external_id: 'later' }),
  );
  const [lead, ...others] = await leads();
  expect(others).toEqual([]);
  expect(lead).toMatchObject({ created_at: shown(10) });
  const leadOf = Object.fromEntries(
    (await conversions()).map(({ external_id, lead_id }) => [external_id, lead_id]),
  );
  expect(leadOf.early).toBe(null);
});

test('each message is treated by the rule of its own time, also when it comes late', async () => {
  const { send, leads } = await workspaceWith([
    [100, 'none'],
    [200, 'conversion'],
    [300, 'identify'],
  ]);
  const sent = new Map<string, string>();
  const messages = [50, 150, 250, 350].flatMap((minutes) => {
    const [converter, named] = [randomUUID(), randomUUID()];
    sent.set(converter, `conversion ${minutes}`);
    sent.set(named, `identify ${minutes}`);
    return [convert(minutes, converter), identify(minutes, named)];
  });
  await send(...messages.toReversed());
  const opened = (await leads()).map(({ visitor_id }) => sent.get(String(visitor_id)));
  expect(opened.sort()).toEqual(
    ['conversion 50', 'identify 50', 'conversion 250', 'identify 350'].sort(),
  );
});

test('leads rebuilt after late messages follow the rule of their time', async () => {
  const { send, leads } = await workspaceWith([
    [100, 'none'],
    [200, 'both'],
  ]);
  const visitor = randomUUID();
  await send(convert(250, visitor));
  const [before] = await leads();
  expect(before).toMatchObject({ created_at: shown(250) });
  await send(identify(150, visitor), convert(120, visitor));
  const [after, ...others] = await leads();
  expect(others).toEqual([]);
  expect(after).toMatchObject({ created_at: shown(250), identity_id: expect.any(String) });
  await send(convert(90, visitor));
  expect(await leads()).toMatchObject([{ created_at: shown(90) }]);
});

test('a first identify that opened nothing is not made up for by the next one', async () => {
  const { send, leads } = await workspaceWith([
    [100, 'none'],
    [200, 'identify'],
  ]);
  const visitor = randomUUID();
  await send(identify(150, visitor), identify(250, visitor));
  expect(await leads()).toEqual([]);
  // Nor when everything is made anew.
  await send(convert(120, visitor));
  expect(await leads()).toEqual([]);
});

test('a changed rule holds for messages from a few seconds later on, and the past stays', async () => {
  const { workspace, send, leads } = await workspaceWith('both');
  const early = randomUUID();
  await send(convert(0, early));
  const settings = await h.db.system((tx) =>
    changeSettings(tx, workspace.id, { lead_rule: 'none' }),
  );
  expect(leadRuleAt(settings, Date.now() + 6_000)).toBe('none');
  const now = { timestamp: undefined };
  const [soon, late] = [randomUUID(), randomUUID()];
  await send({ ...convert(0, soon), ...now }, identify(10, late), convert(-10, early));
  expect((await leads()).map(({ visitor_id }) => visitor_id).sort()).toEqual(
    [early, soon, late].sort(),
  );
});

test('leads that a backend makes need no rule', async () => {
  const { workspace, leads, send } = await workspaceWith('none');
  const visitor_id = randomUUID();
  const rest = restOf(h, workspace.secretKey);
  await rest.post('/leads', { visitor_id });
  await send({ ...identify(0, visitor_id), timestamp: undefined });
  expect(await leads()).toMatchObject([{ visitor_id, identity_id: expect.any(String) }]);
});
