/* The guide of questions, asked as written of a small site whose history is known: each answer is the true one. */
import { beforeAll, expect, test } from 'vitest';
import {
  commandsOf,
  hasCurl,
  type Placeholders,
  runCommand,
} from '../../testing/documented-commands.ts';
import { describeWith } from '../../testing/programs.ts';
import {
  guideQuestions,
  questionHistory,
  questionSite,
  questionVisitor,
} from '../../testing/question-site.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const questions = await guideQuestions();

interface Expected {
  /** Of the records in the answer, what tells them apart. */
  of: string;
  are: unknown[];
}

const answers: Record<string, Expected> = {
  'Who is here now?': { of: 'visitor_id', are: [questionVisitor('tom')] },
  'Which companies visited this week, and what did they read?': {
    of: 'domain',
    are: ['', 'acme.example', 'beta.example', 'gamma.example'],
  },
  'Which companies viewed pricing this week but are not leads yet?': {
    of: 'name',
    are: ['SIEMENS AG'],
  },
  'Which leads changed since yesterday?': { of: 'code', are: ['CHANGED'] },
  'Which people in Germany viewed pricing twice and did not convert?': {
    of: 'email',
    are: ['ann@acme.example'],
  },
  'Who came from an AI assistant this month?': { of: 'id', are: [questionVisitor('tom')] },
  'Which people have been away for a month?': { of: 'email', are: ['eve@gamma.example'] },
  'What was bought this week, and where did the buyers come from?': { of: 'value', are: [120] },
  'What did the May campaigns bring?': { of: 'name', are: ['spring'] },
  'Which pages were read most in May versus April?': { of: 'label', are: ['/'] },
  'Which sources brought visits in May versus April?': { of: 'label', are: ['Google'] },
  'Which countries brought visits in May versus April?': { of: 'label', are: ['Germany'] },
  'Which campaigns brought leads and revenue in May versus April?': {
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

describeWith((await hasCurl()) ? 'curl' : undefined, 'the questions', 'install curl', async () => {
  const h = await sharedHarness({ trust: 'open' });
  let values: Placeholders;

  beforeAll(async () => {
    const workspace = await h.newWorkspace();
    values = { url: h.url, ...workspace, hiddenKey: '', signingSecret: '' };
    await h.send(questionHistory('2026-05-05T10:00:00Z'), workspace.productionKey);
    await h.settle();
    await h.db.upkeep(
      (tx) =>
        tx`update leads set updated_at = now() - interval '2 days' where workspace_id = ${workspace.id}`,
      workspace.id,
    );
    await h.client(workspace.secretKey).leads.create({ code: 'CHANGED' });
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
    const shown = recordsIn(body).map((record) => record[of]);
    expect(shown.toSorted()).toEqual(are);
  });

  test('the pages that companies read are shown for each', async () => {
    const [, section = ''] = questions[1] ?? [];
    const { body } = await runCommand(commandsOf(section)[0]?.text ?? '', values);
    const { data } = JSON.parse(body) as { data: { domain: string; activity: object }[] };
    const ofBeta = data.find(({ domain }) => domain === 'beta.example');
    expect(ofBeta?.activity).toMatchObject({
      ...{ visits: 2, visitors: 1, people: 1, page_views: 3, leads: 1 },
      top_pages: [
        { url: `${questionSite}/pricing`, views: 2 },
        { url: `${questionSite}/`, views: 1 },
      ],
    });
  });
});
