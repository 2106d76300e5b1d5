/* What an agent is told whose key hides personal data: the same as over REST, whatever tool it uses. */
import { agentKinds, explained } from '@footfall/contract/agent';
import { expect, test } from 'vitest';
import { type Agent, agentOf, listed, type ToolAnswer } from '../../testing/agents.ts';
import { canaries, seedCanary } from '../../testing/canary-person.ts';
import { startHarness } from '../../testing/harness.ts';

const h = await startHarness({ TRUST_PROXY: '127.0.0.1' }, { ip_anonymisation: 'none' });
const seeded = await seedCanary(h);
const { key } = await h.newKey({ workspaceId: seeded.id, pii: 'hidden' });

const includes: Record<string, string[]> = {
  person: ['activity', 'score', 'links'],
  company: ['activity', 'evidence'],
  visitor: ['activity', 'sessions'],
};

async function askEverything(agent: Agent): Promise<[string, ToolAnswer][]> {
  const calls: [string, Record<string, unknown>][] = [
    ['live', {}],
    ['stats', { dimensions: 'landing_page' }],
    ['search', { query: 'canary' }],
    ['search', { query: 'acme' }],
    ['update_lead', { id: seeded.lead, summary: { next: 'call' }, dry_run: true }],
    ['set_favorite', { identity_id: seeded.identity, is_favorite: true, dry_run: true }],
    ['schema', { kind: 'person', field: 'traits.phone' }],
    ['schema', { kind: 'event', field: 'properties.text' }],
    ['list', { kind: 'person', filter: 'email:canary' }],
    ['get', { kind: 'lead', id: 'nonsense' }],
  ];
  for (const kind of agentKinds) {
    const all = { kind, fields: ['*'], limit: 100, max_tokens: 20_000 };
    calls.push(['list', all]);
    if (kind === 'event' || kind === 'campaign_performance') continue;
    for (const { id } of listed(await agent.call('list', all)).records) {
      calls.push(
        ['get', { kind, id, include: includes[kind] ?? [] }],
        ['fetch', { id: `${kind}:${id}` }],
      );
      for (const [what, of] of Object.entries(explained)) {
        if (of === kind) calls.push(['explain', { what, id }]);
      }
    }
  }
  const answers: [string, ToolAnswer][] = [];
  for (const [name, input] of calls) {
    answers.push([`${name} ${JSON.stringify(input)}`, await agent.call(name, input)]);
  }
  return answers;
}

const addresses = ['lead', 'person'].map(
  (kind) => `footfall://${kind}/${kind === 'lead' ? seeded.lead : seeded.identity}`,
);

test('no tool, prompt or resource shows hidden data', async () => {
  const [full, hidden] = await Promise.all([agentOf(h, seeded.secretKey), agentOf(h, key)]);
  const shown = JSON.stringify(await askEverything(full));
  expect(shown).toMatch(/Canary Lovelace/);
  const answers = await askEverything(hidden);
  expect(answers.length).toBeGreaterThan(30);
  expect(answers.filter(([call]) => call.startsWith('explain')).length).toBeGreaterThan(5);
  for (const tool of ['list', 'get', 'fetch', 'explain']) {
    const own = answers.filter(([call]) => call.startsWith(`${tool} `));
    expect(JSON.stringify(own), tool).toContain('(hidden)');
  }
  for (const address of addresses) {
    expect(JSON.stringify(await full.resource(address))).toMatch(canaries);
    const resource = JSON.stringify(await hidden.resource(address));
    expect(resource).toContain('(hidden)');
    expect(resource).not.toMatch(canaries);
  }
  let good = 0;
  for (const [call, answer] of answers) {
    if (!answer.isError) good += 1;
    const text = JSON.stringify(answer);
    const leak = canaries.exec(text);
    if (leak && !call.includes('canary')) {
      expect(text.slice(Math.max(0, leak.index - 200), leak.index + 60), call).toBe('');
    }
  }
  expect(good).toBeGreaterThan(25);
  const refused = answers.find(([call]) => call.includes('email:canary'))?.[1];
  expect(refused?.text).toContain('Personal data is hidden from this key');
  expect(await hidden.prompt('brief_me_on_this_lead', { lead_id: seeded.lead })).not.toMatch(
    canaries,
  );
});
