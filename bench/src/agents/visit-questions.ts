/** Visits, pages, channels, leads, bots. */
import type { Facts } from './facts.ts';
import { counted, most, type Question, text } from './question.ts';

const number = 'a number';

interface StatsRow {
  time?: string;
  dimensions: { untrusted?: { value?: string; label?: string } }[];
  figures: Record<string, number>;
}

const labelOf = ({ dimensions }: StatsRow): string => text(dimensions[0]?.untrusted?.label);
const rowsOf = ({ rows }: Record<string, unknown>) => rows as StatsRow[];
export const totalOf = ({ total }: Record<string, unknown>) => total as Record<string, unknown>;

export const bothTotals = ({ total, previous_total }: Record<string, unknown>) =>
  [total, previous_total].map((figures) => Number((figures as { sessions: number }).sessions));

/** Visits of the whole demo. */
export const ofMonth = (facts: Facts) => ({
  ...{ kind: 'session', limit: 1, fields: ['id'] },
  parameters: { created_after: facts.day(30) },
});

export const visitQuestions: readonly Question[] = [
  {
    ask: 'How many visitors were there in all, without bots?',
    form: number,
    expected: ({ sessions }) => new Set(sessions.map(({ visitor }) => visitor)).size,
    solve: async (tools) => (await tools.list({ kind: 'visitor', limit: 1 })).total,
  },
  {
    ask: 'How many bots came?',
    form: number,
    expected: ({ truth }) => truth.bots.size,
    solve: async (tools) =>
      (await tools.list({ kind: 'visitor', parameters: { bots: true }, limit: 1 })).total,
  },
  {
    ask: 'How many visits were there in all, without bots?',
    form: number,
    expected: ({ sessions }) => sessions.length,
    solve: async (tools, facts) => (await tools.list(ofMonth(facts))).total,
  },
  {
    ask: 'How many visits came by paid advertisements?',
    form: number,
    expected: ({ sessions }) => sessions.filter(({ channel }) => channel === 'paid').length,
    solve: async (tools, facts) =>
      (await tools.list({ ...ofMonth(facts), filter: 'channel = paid' })).total,
  },
  {
    ask: 'How many visits came from AI assistants?',
    form: number,
    expected: ({ sessions }) => sessions.filter(({ channel }) => channel === 'ai_assistant').length,
    solve: async (tools, facts) =>
      (await tools.list({ ...ofMonth(facts), filter: 'channel = ai_assistant' })).total,
  },
  {
    ask: 'How many visits came from ChatGPT?',
    form: number,
    expected: (facts) => facts.sessions.filter((visit) => facts.isFromChatGpt(visit)).length,
    solve: async (tools, facts) =>
      (await tools.list({ ...ofMonth(facts), filter: 'referrer:"chatgpt.com"' })).total,
  },
  {
    ask: 'By which channel did most visits of the last 14 full days (UTC) come?',
    form: 'the name of the channel',
    expected: (facts) =>
      most(
        counted(
          facts.sessions.filter(
            ({ startMs }) => startMs >= facts.dayMs(14) && startMs < facts.dayMs(0),
          ),
          ({ channel }) => channel,
        ),
      ),
    async solve(tools, facts) {
      const query = { metrics: 'sessions', dimensions: 'channel', sort: '-sessions', top: 1 };
      const range = { from: facts.day(14), to: facts.day(0) };
      const answer = await tools.call('stats', { ...query, ...range });
      return text(rowsOf(answer)[0]?.dimensions[0]?.untrusted?.value);
    },
  },
  {
    ask: 'Compare the visits of the last 7 full days (UTC) with those of the 7 days before.',
    form: 'two numbers as a list',
    expected: (facts) =>
      [7, 14].map(
        (ago) =>
          facts.sessions.filter(
            ({ startMs }) => startMs >= facts.dayMs(ago) && startMs < facts.dayMs(ago - 7),
          ).length,
      ),
    async solve(tools, facts) {
      const range = { from: facts.day(7), to: facts.day(0), compare: 'previous_period' };
      return bothTotals(await tools.call('stats', { metrics: 'sessions', ...range }));
    },
  },
  {
    ask: 'Which was the busiest of the last 14 full days (UTC), by visits?',
    form: 'the day as YYYY-MM-DD',
    expected: (facts) =>
      most(
        counted(
          facts.sessions.filter(
            ({ startMs }) => startMs >= facts.dayMs(14) && startMs < facts.dayMs(0),
          ),
          ({ startMs }) => new Date(startMs).toISOString().slice(0, 10),
        ),
      ),
    async solve(tools, facts) {
      const range = { from: facts.day(14), to: facts.day(0), interval: 'day' };
      const answer = await tools.call('stats', { metrics: 'sessions', time_zone: 'UTC', ...range });
      const [top] = rowsOf(answer).toSorted(
        (one, other) => Number(other.figures.sessions) - Number(one.figures.sessions),
      );
      return text(top?.time).slice(0, 10);
    },
  },
  {
    ask: 'How many times was the pricing page viewed in visits that began in the last 14 full days (UTC)?',
    form: number,
    expected: (facts) =>
      facts.views
        .filter(({ path }) => path === '/pricing')
        .map((view) => facts.visitBegan(view))
        .filter((beganMs) => beganMs >= facts.dayMs(14) && beganMs < facts.dayMs(0)).length,
    async solve(tools, facts) {
      const query = { metrics: 'page_views', filter: 'page = /pricing' };
      const range = { from: facts.day(14), to: facts.day(0) };
      return Number(totalOf(await tools.call('stats', { ...query, ...range })).page_views);
    },
  },
  {
    ask: 'Which page was viewed most in all, by its path?',
    form: 'the path',
    expected: ({ views }) => most(counted(views, ({ path }) => path)),
    async solve(tools, facts) {
      const query = { metrics: 'page_views', dimensions: 'page', sort: '-page_views', top: 1 };
      const answer = await tools.call('stats', { ...query, from: facts.day(31) });
      return text(rowsOf(answer)[0]?.dimensions[0]?.untrusted?.value);
    },
  },
  {
    ask: 'From which country did most visits come?',
    form: 'the name of the country in English',
    expected: ({ visits }) => most(counted(visits, ({ country }) => text(country) || undefined)),
    async solve(tools, facts) {
      const query = { metrics: 'sessions', dimensions: 'country', sort: '-sessions', top: 2 };
      const answer = await tools.call('stats', { ...query, from: facts.day(31) });
      return labelOf(rowsOf(answer).find((row) => labelOf(row) !== '') as StatsRow);
    },
  },
  {
    ask: 'How many visits were made on mobile phones?',
    form: number,
    expected: ({ visits }) => visits.filter(({ device }) => device === 'mobile').length,
    async solve(tools, facts) {
      const query = { metrics: 'sessions', dimensions: 'device', from: facts.day(31) };
      const rows = rowsOf(await tools.call('stats', query));
      const mobile = rows.find(({ dimensions }) => dimensions[0]?.untrusted?.value === 'mobile');
      return Number(mobile?.figures.sessions);
    },
  },
  {
    ask: 'How many leads are there?',
    form: number,
    expected: ({ truth }) => truth.leads.length,
    solve: async (tools) => (await tools.list({ kind: 'lead', limit: 1 })).total,
  },
  {
    ask: 'How many leads came from campaigns?',
    form: number,
    expected: ({ truth }) => truth.leads.filter(({ source }) => source === 'campaign').length,
    solve: async (tools) =>
      (await tools.list({ kind: 'lead', filter: 'source = campaign', limit: 1 })).total,
  },
  {
    ask: 'How many leads are still without a person?',
    form: number,
    expected: ({ truth }) => truth.leads.filter(({ person }) => person === undefined).length,
    solve: async (tools) =>
      (await tools.list({ kind: 'lead', filter: 'identity_id = null', limit: 1 })).total,
  },
  {
    ask: 'How many leads have opened since the beginning (UTC) of the day ten days ago?',
    form: number,
    expected: (facts) => facts.truth.leads.filter(({ atMs }) => atMs >= facts.dayMs(10)).length,
    solve: async (tools, facts) =>
      (await tools.list({ kind: 'lead', filter: `created_at >= ${facts.day(10)}`, limit: 1 }))
        .total,
  },
  {
    ask: 'When did the newest lead open?',
    form: 'the time as 2026-05-04T09:30:00Z',
    expected: ({ truth }) => {
      const newest = Math.max(...truth.leads.map(({ atMs }) => atMs));
      return `${new Date(newest).toISOString().slice(0, 19)}Z`;
    },
    async solve(tools) {
      const { records } = await tools.list({ kind: 'lead', limit: 1, fields: ['created_at'] });
      return text(records[0]?.created_at).slice(0, 20);
    },
  },
];
