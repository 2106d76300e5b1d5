/** Companies, campaigns, conversions. */
import type { Facts } from './facts.ts';
import { counted, most, type Question, type ToolRecord, text, theirs } from './question.ts';
import { bothTotals, ofMonth, totalOf } from './visit-questions.ts';

const number = 'a number';

interface Amount {
  untrusted?: { currency?: string };
  currency?: string;
  value: number;
}

function amountIn(amounts: unknown, wanted: string): number {
  const amount = (amounts as Amount[] | undefined)?.find(
    ({ currency, untrusted }) => (currency ?? untrusted?.currency) === wanted,
  );
  return Number(amount?.value ?? 0);
}

const companyQuestions: readonly Question[] = [
  {
    ask: 'People of which company, by their work addresses, read the pricing page most in the last 7 full days (UTC)?',
    form: 'the domain of the company, or none',
    expected(facts) {
      const counts = pricingReaders(facts);
      return counts.size === 0 ? 'none' : most(counts);
    },
    async solve(tools, facts) {
      const { records: views } = await tools.list({
        ...{ kind: 'event', filter: 'name = page_view AND path = "/pricing"', limit: 100 },
        parameters: { created_after: facts.day(7), created_before: facts.day(0) },
        fields: ['visitor_id'],
      });
      const { records } = await tools.list({
        ...{ kind: 'visitor', limit: 100, fields: ['company'], parameters: { expand: 'company' } },
        filter: 'did("page_view", path = "/pricing", within 8d) AND company.domain:".example"',
      });
      const companies = new Map(
        records.map(({ id, company }) => [id, theirs(company as ToolRecord, 'domain')]),
      );
      const reads = counted(views, ({ visitor_id }) => companies.get(text(visitor_id)));
      const best = reads.size === 0 ? 'none' : text(most(reads).oneOf[0]);
      return best;
    },
  },
  {
    ask: 'How many people have a work address at the company with the most of them (of equals the first by its domain)?',
    form: number,
    expected: (facts) => facts.peopleOfCompanies.get(facts.largestCompany) ?? 0,
    async solve(tools, facts) {
      const filter = `email:"@${facts.largestCompany}"`;
      return (await tools.list({ kind: 'person', filter, limit: 1 })).total;
    },
  },
  {
    ask: 'How many companies of the industry Software are known?',
    form: number,
    expected: ({ companies }) => companies.filter((one) => one.main_industry === 'Software').length,
    solve: async (tools) =>
      (await tools.list({ kind: 'company', filter: 'main_industry = Software', limit: 1 })).total,
  },
];

/** About one company: see `Facts.largestCompany`. */
function largestQuestions(domain: string): readonly Question[] {
  const companyOf = async (tools: Parameters<Question['solve']>[0], fields: string[]) => {
    const { records } = await tools.list({ kind: 'company', parameters: { domain }, fields });
    return records[0] ?? { id: '' };
  };
  const madeUp = (field: string) => (facts: Facts) =>
    text(facts.companies.find((one) => one.domain === domain)?.[field]);
  return [
    {
      ask: `In which industry is ${domain}?`,
      form: 'the industry',
      expected: madeUp('main_industry'),
      solve: async (tools) => text((await companyOf(tools, ['main_industry'])).main_industry),
    },
    {
      ask: `How many employees has ${domain}?`,
      form: 'the range, such as 11-50',
      expected: madeUp('employees'),
      solve: async (tools) => text((await companyOf(tools, ['employees'])).employees),
    },
    {
      ask: `How many leads are of people with a work address at ${domain}?`,
      form: number,
      expected: ({ truth }) =>
        truth.leads.filter(({ person }) => person?.companyDomain === domain).length,
      solve: async (tools) =>
        (await tools.list({ kind: 'lead', filter: `person.email:"@${domain}"`, limit: 1 })).total,
    },
  ];
}

function pricingReaders(facts: Facts): Map<string, number> {
  return counted(
    facts.named.flatMap((reader) =>
      facts
        .viewsOf(reader)
        .filter(
          ({ path, atMs }) =>
            path === '/pricing' && atMs >= facts.dayMs(7) && atMs < facts.dayMs(0),
        )
        .map(() => reader.person.companyDomain),
    ),
    (domain) => domain || undefined,
  );
}

const performance = async (
  tools: Parameters<Question['solve']>[0],
  facts: Facts,
  model: string,
) => {
  const { records } = await tools.list({
    ...{ kind: 'campaign_performance', limit: 100 },
    parameters: { model, from: facts.day(31) },
    fields: ['name', 'source', 'visitors', 'sessions', 'leads', 'revenue', 'spend'],
  });
  return records;
};

const campaignQuestions: readonly Question[] = [
  {
    ask: 'How many campaigns are there?',
    form: number,
    expected: ({ truth }) => truth.campaigns.length,
    solve: async (tools) => (await tools.list({ kind: 'campaign', limit: 1 })).total,
  },
  {
    ask: 'Which campaign brought most leads, by first touch?',
    form: 'the name of the campaign, which may be empty',
    expected: ({ truth }) => mostOf(truth.campaigns, ({ firstTouch }) => firstTouch.leads),
    async solve(tools, facts) {
      const records = await performance(tools, facts, 'first_touch');
      return first(records, ({ leads }) => Number(leads));
    },
  },
  {
    ask: 'Which campaign brought most leads, by last touch?',
    form: 'the name of the campaign, which may be empty',
    expected: ({ truth }) => mostOf(truth.campaigns, ({ lastTouch }) => lastTouch.leads),
    async solve(tools, facts) {
      const records = await performance(tools, facts, 'last_touch');
      return first(records, ({ leads }) => Number(leads));
    },
  },
  {
    ask: 'Which campaign brought most visits?',
    form: 'the name of the campaign, which may be empty',
    expected: ({ truth }) => mostOf(truth.campaigns, ({ sessions }) => sessions),
    async solve(tools, facts) {
      const records = await performance(tools, facts, 'last_touch');
      return first(records, ({ sessions }) => Number(sessions));
    },
  },
  {
    ask: 'What did the campaign brand of google cost in all, in euros?',
    form: number,
    expected: ({ truth }) =>
      spent(truth.campaigns, ({ source, name }) => source === 'google' && name === 'brand'),
    async solve(tools, facts) {
      const records = await performance(tools, facts, 'last_touch');
      const brand = records.find((one) => theirs(one, 'name') === 'brand');
      return amountIn(brand?.spend, 'EUR');
    },
  },
  {
    ask: 'What did all campaigns on linkedin cost together, in euros?',
    form: number,
    expected: ({ truth }) => spent(truth.campaigns, ({ source }) => source === 'linkedin'),
    async solve(tools, facts) {
      const records = await performance(tools, facts, 'last_touch');
      const cents = records
        .filter((one) => theirs(one, 'source') === 'linkedin')
        .map(({ spend }) => Math.round(amountIn(spend, 'EUR') * 100));
      return cents.reduce((sum, each) => sum + each, 0) / 100;
    },
  },
  {
    ask: 'Which campaign brought most revenue in US dollars, by first touch?',
    form: 'the name of the campaign, which may be empty, or none',
    expected: ({ truth }) =>
      mostOf(truth.campaigns, ({ firstTouch }) => firstTouch.revenue.USD ?? 0, 'none'),
    async solve(tools, facts) {
      const records = await performance(tools, facts, 'first_touch');
      return first(records, ({ revenue }) => amountIn(revenue, 'USD'), 'none');
    },
  },
  {
    ask: 'How many visits did the newsletter bring?',
    form: number,
    expected: ({ sessions }) =>
      sessions.filter(({ campaign }) => campaign?.source === 'newsletter').length,
    solve: async (tools, facts) =>
      (await tools.list({ ...ofMonth(facts), filter: 'campaign.source = newsletter' })).total,
  },
  {
    ask: 'How did paid visits of the last 14 full days (UTC) compare with those of the 14 days before?',
    form: 'two numbers as a list: the last 14 days, the 14 days before',
    expected: (facts) =>
      [14, 28].map(
        (ago) =>
          facts.sessions.filter(
            ({ startMs, channel }) =>
              channel === 'paid' && startMs >= facts.dayMs(ago) && startMs < facts.dayMs(ago - 14),
          ).length,
      ),
    async solve(tools, facts) {
      const answer = await tools.call('stats', {
        ...{ metrics: 'sessions', filter: 'channel = paid', compare: 'previous_period' },
        ...{ from: facts.day(14), to: facts.day(0) },
      });
      return bothTotals(answer);
    },
  },
];

function mostOf<T extends { name: string }>(
  all: readonly T[],
  worth: (one: T) => number,
  nothing = '',
): { oneOf: string[] } {
  const top = Math.max(...all.map(worth));
  if (top === 0) return { oneOf: nothing ? [nothing] : all.map(({ name }) => name) };
  return { oneOf: all.filter((one) => worth(one) === top).map(({ name }) => name) };
}

function first<T extends ToolRecord>(
  records: readonly T[],
  worth: (one: T) => number,
  nothing = '',
): string {
  const [best] = records.toSorted((one, other) => worth(other) - worth(one));
  return best && worth(best) > 0 ? theirs(best, 'name') : nothing;
}

/** Cost per visit, as the demo imports it. */
const centsPerVisit: Record<string, number> = { google: 310, linkedin: 640 };

function spent(
  campaigns: Facts['truth']['campaigns'],
  isMeant: (campaign: Facts['truth']['campaigns'][number]) => boolean,
): number {
  const cents = campaigns
    .filter(isMeant)
    .reduce((sum, { source, sessions }) => sum + sessions * (centsPerVisit[source] ?? 0), 0);
  return cents / 100;
}

const conversionQuestions: readonly Question[] = [
  {
    ask: 'How many sign-ups were there?',
    form: number,
    expected: ({ conversions }) => conversions.filter(({ name }) => name === 'signup').length,
    solve: async (tools) =>
      (await tools.list({ kind: 'conversion', filter: 'name = signup', limit: 1 })).total,
  },
  {
    ask: 'How many demos have been requested since the beginning (UTC) of the day 14 days ago?',
    form: number,
    expected: (facts) =>
      facts.conversions.filter(
        ({ name, atMs }) => name === 'demo_requested' && atMs >= facts.dayMs(14),
      ).length,
    async solve(tools, facts) {
      const filter = `name = demo_requested AND created_at >= ${facts.day(14)}`;
      return (await tools.list({ kind: 'conversion', filter, limit: 1 })).total;
    },
  },
  {
    ask: 'What was the revenue in euros, in all?',
    form: number,
    expected: ({ conversions }) =>
      conversions
        .filter(({ currency }) => currency === 'EUR')
        .reduce((sum, { value }) => sum + (value ?? 0), 0),
    async solve(tools, facts) {
      const answer = await tools.call('stats', { metrics: 'revenue', from: facts.day(31) });
      return amountIn(totalOf(answer).revenue, 'EUR');
    },
  },
  {
    ask: 'By which conversion, by its name, was converted most often?',
    form: 'the name of the conversion',
    expected: ({ conversions }) => most(counted(conversions, ({ name }) => name)),
    async solve(tools) {
      const { untrusted } = await tools.call('schema', { kind: 'conversion', field: 'name' });
      const { values: all } = untrusted as { values: { value: string; count: number }[] };
      return text(all[0]?.value);
    },
  },
  {
    ask: 'Who spent most in euros, all orders together, of those who gave an email address?',
    form: 'the email address in lower case, or none',
    expected({ conversions }) {
      const counts = counted(
        conversions.filter(({ currency }) => currency === 'EUR'),
        ({ person }) => person?.email.toLowerCase() || undefined,
        ({ value = 0 }) => value,
      );
      return counts.size === 0 ? 'none' : most(counts);
    },
    async solve(tools) {
      const { records } = await tools.list({
        kind: 'conversion',
        filter: 'currency = EUR AND value > 0 AND person.email:*',
        parameters: { expand: 'identity' },
        fields: ['value', 'identity'],
        limit: 100,
      });
      const spending = counted(
        records,
        ({ identity }) => theirs(identity as ToolRecord, 'email'),
        (order) => Number(theirs(order, 'value')),
      );
      return spending.size === 0 ? 'none' : text(most(spending).oneOf[0]);
    },
  },
];

/** About one order: the first of `Facts.orders`. */
function orderQuestions(number: string): readonly Question[] {
  return [
    {
      ask: `Who placed the order ${number}?`,
      form: 'the email address in lower case',
      expected: ({ orders }) => text(orders[0]?.person?.email.toLowerCase()),
      async solve(tools) {
        const { records } = await tools.list({
          kind: 'conversion',
          filter: `external_id = ${number}`,
          parameters: { expand: 'identity' },
          fields: ['identity'],
        });
        return theirs(records[0]?.identity as ToolRecord, 'email');
      },
    },
    {
      ask: `What was the order ${number} worth?`,
      form: 'the amount as a number',
      expected: ({ orders }) => orders[0]?.value ?? 0,
      async solve(tools) {
        const filter = `external_id = ${number}`;
        const { records } = await tools.list({ kind: 'conversion', filter, fields: ['value'] });
        return Number(records[0] && theirs(records[0], 'value'));
      },
    },
  ];
}

export function businessQuestions(facts: Facts): readonly Question[] {
  return [
    ...companyQuestions,
    ...largestQuestions(facts.largestCompany),
    ...campaignQuestions,
    ...conversionQuestions,
    ...orderQuestions(text(facts.orders[0]?.id)),
  ];
}
