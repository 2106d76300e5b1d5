/** Questions about people: who they are, who may buy, and why. */
import { counted, most, type Question, type Records, text, theirs } from './question.ts';

const emails = 'the email addresses, in lower case, as a list';
const number = 'a number';

const lowered = (all: readonly string[]) => all.map((email) => email.toLowerCase()).sort();

export const peopleQuestions: readonly Question[] = [
  {
    ask: 'How many people are known?',
    form: number,
    expected: ({ truth }) => truth.people.length,
    solve: async (tools) => (await tools.list({ kind: 'person', limit: 1 })).total,
  },
  {
    ask: 'How many of them gave an email address?',
    form: number,
    expected: ({ named }) => named.length,
    solve: async (tools) =>
      (await tools.list({ kind: 'person', filter: 'email:*', limit: 1 })).total,
  },
  {
    ask: 'Who is the hottest lead, by the intent score, and by which factor most of all?',
    form: 'the email address or, without one, the name; and the name of the factor, as a list of two',
    expected: ({ people }) => {
      const top = Math.max(...people.map(({ score }) => score));
      return {
        oneOf: people
          .filter(({ score }) => score === top)
          .flatMap(({ email, name, factors }) => {
            const best = Math.max(...factors.map(({ points }) => points));
            return factors
              .filter(({ points }) => points === best)
              .map(({ factor }) => [email || name, factor]);
          }),
      };
    },
    async solve(tools) {
      const { records } = await tools.list({
        ...{ kind: 'person', sort: '-intent_score', limit: 1 },
        fields: ['name', 'email'],
      });
      const [hottest = { id: '' }] = records;
      const { record } = await tools.call('explain', { what: 'score', id: hottest.id });
      const { reasons } = record as { reasons: { factor: string; points: number }[] };
      const [best] = reasons.toSorted((one, other) => other.points - one.points);
      return [theirs(hottest, 'email') || theirs(hottest, 'name'), text(best?.factor)];
    },
  },
  {
    ask: 'What are the three highest intent scores?',
    form: 'the three scores as a list',
    expected: ({ people }) =>
      people
        .map(({ score }) => score)
        .sort((one, other) => other - one)
        .slice(0, 3),
    async solve(tools) {
      const query = { kind: 'person', sort: '-intent_score', limit: 3, fields: ['id'] };
      const { records } = await tools.list(query);
      const scores: number[] = [];
      for (const { id } of records) {
        const { record } = await tools.call('explain', { what: 'score', id });
        scores.push(Number((record as { intent_score: number }).intent_score));
      }
      return scores;
    },
  },
  {
    ask: 'How many people are customers by now?',
    form: number,
    expected: ({ people }) => people.filter(({ stage }) => stage === 'customer').length,
    solve: async (tools) =>
      (await tools.list({ kind: 'person', filter: 'stage = customer', limit: 1 })).total,
  },
  {
    ask: 'How many people have an intent score of 50 or more?',
    form: number,
    expected: ({ people }) => people.filter(({ score }) => score >= 50).length,
    solve: async (tools) =>
      (await tools.list({ kind: 'person', filter: 'intent_score >= 50', limit: 1 })).total,
  },
  {
    ask: 'Who came from ChatGPT at some time and gave an email address?',
    form: emails,
    expected: ({ fromChatGpt }) => fromChatGpt,
    async solve(tools) {
      const { records } = await tools.list({
        kind: 'person',
        filter: 'session.referrer:"chatgpt.com" AND email:*',
        fields: ['email'],
        limit: 100,
      });
      return records.map((person) => theirs(person, 'email')).sort();
    },
  },
  {
    ask: 'How many people use an address at gmail.com?',
    form: number,
    expected: ({ named }) =>
      named.filter(({ person }) => person.email.toLowerCase().endsWith('@gmail.com')).length,
    solve: async (tools) =>
      (await tools.list({ kind: 'person', filter: 'email:"@gmail.com"', limit: 1 })).total,
  },
  {
    ask: 'At how many different companies do people have work addresses that end with .example?',
    form: number,
    expected: ({ peopleOfCompanies }) => peopleOfCompanies.size,
    async solve(tools) {
      const { records } = await tools.list({
        kind: 'person',
        filter: 'email:".example"',
        fields: ['email'],
        limit: 100,
      });
      return counted(records, (person) => theirs(person, 'email').toLowerCase().split('@')[1]).size;
    },
  },
  {
    ask: 'At which company do most people have a work address?',
    form: 'the domain of the company',
    expected: ({ peopleOfCompanies }) => most(peopleOfCompanies),
    async solve(tools) {
      const { records } = await tools.list({
        kind: 'person',
        filter: 'email:".example"',
        fields: ['email'],
        limit: 100,
      });
      const { oneOf } = most(
        counted(records, (person) => theirs(person, 'email').toLowerCase().split('@')[1]),
      );
      return text(oneOf[0]);
    },
  },
  {
    ask: 'Who has bought something, and gave an email address?',
    form: emails,
    expected: ({ conversions }) =>
      lowered([
        ...new Set(
          conversions
            .filter(({ name, person }) => name === 'purchase' && person?.email)
            .map(({ person }) => text(person?.email)),
        ),
      ]),
    async solve(tools) {
      const { records } = await tools.list({
        kind: 'person',
        filter: 'did("purchase") AND email:*',
        fields: ['email'],
        limit: 100,
      });
      return records.map((person) => theirs(person, 'email')).sort();
    },
  },
  {
    ask: 'How many visitors have been named as somebody?',
    form: number,
    expected: ({ truth }) =>
      new Set(truth.people.flatMap(({ slices }) => slices.map(({ visitor }) => visitor))).size,
    solve: async (tools) =>
      (await tools.list({ kind: 'visitor', filter: 'identity_id:*', limit: 1 })).total,
  },
];

/** About a person by name: see `Facts.somebody`. */
export function somebodyQuestions(name: string): readonly Question[] {
  const findPerson = async (tools: Parameters<Question['solve']>[0]) => {
    const { results } = await tools.call('search', { query: name });
    const person = (results as { id: string; title: string }[]).find(({ id }) =>
      id.startsWith('person:'),
    );
    return { id: text(person?.id).replace('person:', ''), title: text(person?.title) };
  };
  return [
    {
      ask: `What is the email address of ${name}?`,
      form: 'the address in lower case',
      expected: ({ somebody }) => somebody.person.email.toLowerCase(),
      solve: async (tools) => /\(([^)]+)\)$/.exec((await findPerson(tools)).title)?.[1] ?? '',
    },
    {
      ask: `On how many devices or in how many browsers has ${name} been seen?`,
      form: 'a number',
      expected: ({ somebody }) => new Set(somebody.slices.map(({ visitor }) => visitor)).size,
      async solve(tools) {
        const { id } = await findPerson(tools);
        const parameters = { identity_id: id };
        return (await tools.list({ kind: 'visitor', parameters, limit: 1 })).total;
      },
    },
    {
      ask: `Which page did ${name} look at last?`,
      form: 'the title of the page',
      expected: (facts) => text(facts.viewsOf(facts.somebody).at(-1)?.title),
      async solve(tools) {
        const { id } = await findPerson(tools);
        for (let offset = 0; offset < 200; offset += 20) {
          const { activity } = await tools.call('get', {
            ...{ kind: 'person', id, include: ['activity'], fields: ['id'], offset },
          });
          const { records } = activity as Records;
          const last = records.find((one) => theirs(one, 'what').startsWith('Viewed '));
          if (last) return theirs(last, 'what').replace('Viewed ', '');
        }
        return '';
      },
    },
    {
      ask: `How many visits has ${name} made?`,
      form: 'a number',
      expected: (facts) => facts.visitsOf(facts.somebody).length,
      async solve(tools) {
        const { id } = await findPerson(tools);
        const parameters = { identity_id: id };
        return (await tools.list({ kind: 'session', parameters, limit: 1 })).total;
      },
    },
    {
      ask: `By what was ${name} converted?`,
      form: 'the names of the different conversions as a list',
      expected: (facts) =>
        [...new Set(facts.conversionsOf(facts.somebody).map((one) => one.name))].sort(),
      async solve(tools) {
        const { id } = await findPerson(tools);
        const { records } = await tools.list({
          kind: 'conversion',
          filter: `identity_id = ${id}`,
          fields: ['name'],
          limit: 100,
        });
        return [...new Set(records.map((conversion) => theirs(conversion, 'name')))].sort();
      },
    },
    {
      ask: `Why does the service take ${name} for one of the company's people: by what kind of evidence?`,
      form: 'email_domain or network_owner',
      expected: () => 'email_domain',
      async solve(tools) {
        const { id } = await findPerson(tools);
        const filter = `identity.id = ${id}`;
        const { records } = await tools.list({ kind: 'company', filter, fields: ['domain'] });
        const company = records.find((one) => theirs(one, 'domain').endsWith('.example'));
        const { because } = await tools.call('explain', { what: 'company', id: company?.id });
        const [first] = (because as { records: { kind: string }[] }).records;
        return text(first?.kind);
      },
    },
  ];
}
