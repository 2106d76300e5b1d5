/* The guide of questions, asked as written of a small site whose history is known: each answer is the true one. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  commandsOf,
  hasCurl,
  type Placeholders,
  runCommand,
} from '../testing/documented-commands.ts';
import { startHarness } from '../testing/harness.ts';

const guide = await readFile(
  new URL('../../../../docs/guides/questions.md', import.meta.url),
  'utf8',
);
const questions = guide
  .split(/^## /m)
  .slice(1)
  .map((section): [string, string] => {
    const [title = ''] = section.split('\n', 1);
    return [title, section];
  });

const site = 'https://www.shop.example';
const now = Date.now();
const ago = (days: number, minutes = 0) =>
  new Date(now - days * 86_400_000 + minutes * 60_000).toISOString();
const people = { ann: 1, bob: 2, eve: 3, tom: 4, someone: 5 };
const idOf = (who: keyof typeof people) => `0190cccc-0000-7000-8000-00000000000${people[who]}`;
const german = '91.64.1.1';
const american = '8.8.8.8';

const view = (
  who: keyof typeof people,
  path: string,
  timestamp: string,
  context: { ip: string; referrer?: string; campaign?: object },
) => ({
  type: 'event',
  name: 'page_view',
  visitor_id: idOf(who),
  timestamp,
  context: { page: { url: site + path, title: path, referrer: context.referrer }, ...context },
});
const named = (who: keyof typeof people, email: string, timestamp: string) => ({
  type: 'identify',
  visitor_id: idOf(who),
  email,
  timestamp,
});

const history = [
  // Ann, of Acme, from Germany: the prices twice, and nothing more.
  view('ann', '/pricing', ago(3), { ip: german }),
  view('ann', '/pricing?plan=team', ago(2), { ip: german }),
  named('ann', 'ann@acme.example', ago(2, 1)),
  // Bob, of Beta, from Germany as well: the prices twice, and he bought. He came by a campaign of May.
  view('bob', '/', '2026-05-05T10:00:00Z', {
    ip: german,
    campaign: { source: 'google', medium: 'cpc', name: 'spring' },
  }),
  view('bob', '/pricing', ago(2), { ip: german }),
  view('bob', '/pricing', ago(2, 1), { ip: german }),
  named('bob', 'bob@beta.example', ago(2, 2)),
  {
    ...{ type: 'conversion', name: 'purchase', value: 120, currency: 'EUR' },
    ...{ visitor_id: idOf('bob'), timestamp: ago(2, 3) },
  },
  // Eve, of Gamma, from elsewhere, came two months ago only.
  view('eve', '/pricing', ago(60), { ip: american }),
  view('eve', '/pricing', ago(60, 1), { ip: american }),
  named('eve', 'eve@gamma.example', ago(60, 2)),
  // Somebody at Siemens, who said nothing.
  view('someone', '/pricing', ago(1), { ip: '192.35.17.1' }),
  // Tom asked an assistant, and is here now.
  view('tom', '/docs', ago(0, -1), { ip: american, referrer: 'https://chatgpt.com/' }),
];

interface Expected {
  /** Of the records in the answer, what tells them apart. */
  of: string;
  are: unknown[];
}

const answers: Record<string, Expected> = {
  'Who is here now?': { of: 'visitor_id', are: [idOf('tom')] },
  'Which companies were here this week, and what did they read?': {
    of: 'domain',
    are: ['', 'acme.example', 'beta.example', 'gamma.example'],
  },
  'Which of them looked at prices, and are no lead yet?': { of: 'name', are: ['SIEMENS AG'] },
  'Which leads changed since yesterday?': { of: 'code', are: ['CHANGED'] },
  'Which people in Germany saw the prices twice and did not convert?': {
    of: 'email',
    are: ['ann@acme.example'],
  },
  'Who came by an AI assistant this month?': { of: 'id', are: [idOf('tom')] },
  'Which people have not been here for a month?': { of: 'email', are: ['eve@gamma.example'] },
  'What was bought this week, and where did the buyers come from?': { of: 'value', are: [120] },
  'What did the campaigns of May bring?': { of: 'name', are: ['spring'] },
  'Which pages were read most in May, against April?': { of: 'label', are: ['/'] },
  'Which sources brought visits in May, against April?': { of: 'label', are: ['Google'] },
  'From which countries did they come?': { of: 'label', are: ['Germany'] },
  'Which campaigns brought leads and revenue in May, against April?': {
    of: 'label',
    are: ['spring'],
  },
  'Where is Ann?': { of: 'kind', are: ['identity', 'lead'] },
};

/** What an answer lists; of figures the values of their dimension. */
function recordsIn(body: string): Record<string, unknown>[] {
  const { data } = JSON.parse(body) as {
    data:
      | Record<string, unknown>[]
      | { visitors: Record<string, unknown>[] }
      | { rows: { dimensions: Record<string, unknown>[] }[] };
  };
  if (Array.isArray(data)) return data;
  return 'rows' in data ? data.rows.flatMap(({ dimensions }) => dimensions) : data.visitors;
}

describe.skipIf(!(await hasCurl()) && !process.env.CI)('the questions', async () => {
  const h = await startHarness({}, { trust: 'open' });
  let values: Placeholders;

  beforeAll(async () => {
    const workspace = await h.newWorkspace();
    values = { url: h.url, ...workspace, hiddenKey: '', signingSecret: '' };
    await h.send(history, workspace.productionKey);
    await h.settle();
    await h.db.system(
      (tx) =>
        tx`update leads set updated_at = now() - interval '2 days' where workspace_id = ${workspace.id}`,
    );
    await h.client(workspace.secretKey).POST('/leads', { body: { code: 'CHANGED' } });
  });

  test('are those that have an answer here', () => {
    expect(questions.map(([title]) => title)).toEqual(Object.keys(answers));
  });

  test.each(questions)('%s', async (title, section) => {
    const commands = commandsOf(section);
    expect(commands).toHaveLength(1);
    const { status, body } = await runCommand(commands[0]?.text ?? '', values);
    expect(status, body).toBe(200);
    const { of = '', are } = answers[title] ?? {};
    const told = recordsIn(body).map((record) => record[of]);
    expect(told.toSorted()).toEqual(are);
  });

  test('what companies read is told of each', async () => {
    const [, section = ''] = questions[1] ?? [];
    const { body } = await runCommand(commandsOf(section)[0]?.text ?? '', values);
    const { data } = JSON.parse(body) as { data: { domain: string; activity: object }[] };
    const ofBeta = data.find(({ domain }) => domain === 'beta.example');
    expect(ofBeta?.activity).toMatchObject({
      ...{ visits: 2, visitors: 1, people: 1, page_views: 3, leads: 1 },
      top_pages: [
        { url: `${site}/pricing`, views: 2 },
        { url: `${site}/`, views: 1 },
      ],
    });
  });
});
