/* The questions of the guide, asked in the dashboard by clicks that are counted: what is shown is what the operations answer. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startDashboardStage } from './dashboard-stage.ts';
import { guideQuestions, questionHistory, questionVisitor } from './question-site.ts';
import { pageIn, recordIn, restOf } from './rest.ts';
import { shownRows } from './shown-figures.ts';
import { SLOW } from './slow.ts';

const mostClicks = 3;

const { h, open } = await startDashboardStage();
const workspace = await h.newWorkspace('Asked', { trust: 'open' });
const rest = restOf(h, workspace.secretKey);

/** The month that is asked about: one with nothing but the campaign, as the months beside it have nothing. */
const today = new Date();
const monthOf = (back: number) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1));
const day = (date: Date) => date.toISOString().slice(0, 10);
const [month, monthAfter] = [monthOf(4), monthOf(3)];
const monthName = new Intl.DateTimeFormat('en', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
}).format(month);

await h.send(questionHistory(`${day(month).slice(0, 8)}15T10:00:00Z`), workspace.productionKey);
await h.settle();
await h.db.system(
  (tx) =>
    tx`update leads set updated_at = now() - interval '2 days' where workspace_id = ${workspace.id}`,
);
await rest.post('/leads', { code: 'CHANGED' });
await h.settle();
const opened = await open('overview', { workspaceId: workspace.id });
const { page } = opened;

const button = (name: string, at: Page | Locator = page) =>
  at.getByRole('button', { name, exact: true });
const period = page.getByRole('button', { name: /^Period: / });
const go = (name: string) => page.locator('nav').getByRole('link', { name, exact: true });

/** Of the records in the table, in order: their ids. */
const shownIds = () =>
  page
    .locator('main tbody tr')
    .evaluateAll((rows: { querySelector(what: string): { href: string } }[]) =>
      rows.map((row) => new URL(row.querySelector('td > a').href).pathname.split('/').at(-1)),
    );
const shownIn = async (card: string) => (await shownRows(page, card)).map(([name]) => name);

const idsOf = async (path: string, query: Record<string, string>, name = 'id') =>
  pageIn(await rest.get(`${path}?${new URLSearchParams(query)}`)).data.map((row) => row[name]);

async function labelsOf(query: Record<string, string>): Promise<string[]> {
  const parameters = { from: day(month), to: day(monthAfter), top: '8', ...query };
  const { rows } = recordIn(
    await rest.get(`/stats?${new URLSearchParams(parameters)}`),
  ) as unknown as {
    rows: { dimensions: { label: string }[] }[];
  };
  return rows.map(({ dimensions }) => dimensions[0]?.label ?? '');
}

interface QuestionCase {
  /** From the overview. Nothing is typed. */
  clicks: Locator[];
  /** As people write it, where the answer is found by typing. */
  typed?: string;
  shown: () => Promise<unknown[]>;
  answer: () => Promise<unknown[]>;
  /** How many that are, of the known history. */
  count: number;
}

const days = (back: number) => day(new Date(Date.now() - back * 86_400_000));
const performance = () =>
  idsOf('/campaigns/performance', { from: day(month), to: day(monthAfter) }, 'campaign_id');

const cases: Record<string, QuestionCase> = {
  'Who is here now?': {
    clicks: [go('Live')],
    shown: () =>
      page
        .locator('main li')
        .filter({ hasText: '/docs' })
        .locator('a')
        .evaluateAll((links: unknown[]) => links.map(() => 'here')),
    answer: async () => {
      const { visitors } = recordIn(await rest.get('/live')) as unknown as {
        visitors: { visitor_id: string }[];
      };
      return visitors.map(({ visitor_id: id }) => (id === questionVisitor('tom') ? 'here' : id));
    },
    count: 1,
  },
  'Which companies visited this week, and what did they read?': {
    clicks: [go('Companies'), button('Active this week')],
    shown: shownIds,
    answer: () => idsOf('/companies', { from: days(6), expand: 'activity', sort: '-last_seen' }),
    count: 3,
  },
  'Which companies viewed pricing this week but are not leads yet?': {
    clicks: [
      go('Companies'),
      button('Active this week'),
      button('Viewed /pricing this week, no lead yet'),
    ],
    shown: shownIds,
    answer: () =>
      idsOf('/companies', {
        filter: 'did("page_view", path = "/pricing*", within 7d) AND NOT lead:*',
      }),
    count: 1,
  },
  'Which leads changed since yesterday?': {
    clicks: [go('Leads'), button('Updated since yesterday')],
    shown: shownIds,
    answer: () => idsOf('/leads', { sort: '-updated_at', filter: 'updated_at > now-1d' }),
    count: 1,
  },
  'Which people in Germany viewed pricing twice and did not convert?': {
    clicks: [go('People'), button('Viewed /pricing twice, no conversion'), button('Germany')],
    shown: shownIds,
    answer: () =>
      idsOf('/identities', {
        filter:
          'country = Germany AND did("page_view", path = "/pricing*", at least 2) AND NOT conversion:*',
      }),
    count: 1,
  },
  'Who came from an AI assistant this month?': {
    clicks: [go('Visitors'), button('From AI assistants this month')],
    shown: shownIds,
    answer: () => idsOf('/visitors', { filter: 'channel = ai_assistant AND first_seen > now-30d' }),
    count: 1,
  },
  'Which people have been away for a month?': {
    clicks: [go('People'), button('Inactive for a month')],
    shown: shownIds,
    answer: () => idsOf('/identities', { filter: 'last_seen < now-30d' }),
    count: 1,
  },
  'What was bought this week, and where did the buyers come from?': {
    clicks: [go('Conversions'), button('This week'), button('With a value')],
    shown: shownIds,
    answer: () => idsOf('/conversions', { filter: 'name = purchase AND created_at > now-7d' }),
    count: 1,
  },
  'What did the May campaigns bring?': {
    clicks: [go('Campaigns'), period, button(monthName)],
    shown: shownIds,
    answer: performance,
    count: 1,
  },
  'Which pages were read most in May versus April?': {
    clicks: [period, button(monthName)],
    shown: () => shownIn('Pages'),
    answer: () => labelsOf({ dimensions: 'page', metrics: 'page_views' }),
    count: 1,
  },
  'Which sources brought visits in May versus April?': {
    clicks: [period, button(monthName)],
    shown: () => shownIn('Sources'),
    answer: () => labelsOf({ dimensions: 'source', metrics: 'sessions' }),
    count: 1,
  },
  'Which countries brought visits in May versus April?': {
    clicks: [period, button(monthName)],
    shown: () => shownIn('Places'),
    answer: () => labelsOf({ dimensions: 'country', metrics: 'sessions' }),
    count: 1,
  },
  'Which campaigns brought leads and revenue in May versus April?': {
    clicks: [go('Campaigns'), period, button(monthName)],
    shown: shownIds,
    answer: performance,
    count: 1,
  },
  'Where is Ann?': {
    clicks: [
      page.locator('aside').getByRole('button', { name: /^Search/ }),
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^ann@acme\.example/ })
        .first(),
    ],
    typed: 'ann',
    shown: async () => [new URL(page.url()).pathname.split('/').at(-1)],
    answer: async () => (await idsOf('/search', { q: 'ann' })).slice(0, 1),
    count: 1,
  },
};

test('are the questions of the guide, each in at most three clicks', async () => {
  const titles = (await guideQuestions()).map(([title]) => title);
  expect(Object.keys(cases)).toEqual(titles);
  for (const [title, { clicks }] of Object.entries(cases)) {
    expect(clicks.length, title).toBeLessThanOrEqual(mostClicks);
  }
});

test.for(Object.entries(cases))('%s', { timeout: SLOW }, async ([, question]) => {
  await opened.turnTo('overview');
  for (const [place, click] of question.clicks.entries()) {
    if (place === 1 && question.typed) {
      await page.locator('input:focus').waitFor();
      await page.keyboard.type(question.typed);
    }
    await click.click();
    await opened.settled();
  }
  const answer = await question.answer();
  expect(answer).toHaveLength(question.count);
  await expect.poll(question.shown).toEqual(answer);
  expect(opened.faults).toEqual([]);
});

test('clicking a question again removes it and leaves other conditions alone', async () => {
  await opened.go('people?filter=name != "Eve"');
  await opened.settled();
  const twice = button('Viewed /pricing twice, no conversion');
  const filter = () => new URL(page.url()).searchParams.get('filter');
  await twice.click();
  await expect.poll(filter).toContain('did(');
  expect(await twice.getAttribute('aria-pressed')).toBe('true');
  expect(await opened.axe()).toEqual([]);
  await button('Germany').click();
  await button('United States').click();
  await expect.poll(filter).toContain('country = "United States"');
  expect(filter()).not.toContain('Germany');
  await twice.click();
  await button('United States').click();
  await expect.poll(filter).toBe('name != "Eve"');
});

/** What Enter opens: before it was typed for, it stands further down in the list of everything. */
const standsFirst = (text: string) =>
  page.locator('[data-action][data-selected]').filter({ hasText: text }).waitFor();

test('the palette asks them too', async () => {
  await opened.go('overview');
  await page.keyboard.press('Control+k');
  await page.locator('[role=dialog] input:focus').waitFor();
  await page.keyboard.type('twice');
  await standsFirst('People: Viewed /pricing twice, no conversion');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/people\?filter=/);
  await opened.settled();
  const filter = 'did("page_view", path = "/pricing*", at least 2) AND NOT conversion:*';
  const answer = await idsOf('/identities', { filter, sort: '-created_at' });
  expect(answer).not.toEqual([]);
  await expect.poll(shownIds).toEqual(answer);
});

test('records that the palette finds later leave chosen what Enter opens', async () => {
  await opened.go('overview');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/dashboard/api/search?*', (route) => answered.then(() => route.continue()));
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  expect(await page.locator('[role=dialog] input:focus').count()).toBe(1);
  await page.keyboard.type('e');
  await standsFirst('Overview');
  await page.keyboard.press('ArrowDown');
  await standsFirst('Live');
  answer();
  await page.getByRole('dialog').getByText('eve@gamma.example').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/live$/);
  await page.unroute('**/dashboard/api/search?*');
});

test('in German as well, and without what a workspace lacks', async () => {
  const german = await open('people', { workspaceId: workspace.id, language: 'de' });
  await german.page
    .getByRole('button', { name: '/pricing zweimal angesehen, keine Conversion' })
    .waitFor();
});
