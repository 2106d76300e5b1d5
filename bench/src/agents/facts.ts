/**
 * Expected answers about a demo: from its truth, its messages, and, for places and scores, which only the service
 * knows, from all records over REST.
 */
import type { TrueSession } from '@footfall/demo/diary';
import type { Life } from '@footfall/demo/generate';
import type { DemoMessage } from '@footfall/demo/life';
import type { TruePerson, Truth } from '@footfall/demo/truth';
import { counted, type Read, text } from './question.ts';

export type Row = Record<string, unknown> & { id: string };

const dayMs = 86_400_000;

export interface PageView {
  visitor: string;
  path: string;
  title: string;
  atMs: number;
}

export interface Scored {
  id: string;
  email: string;
  name: string;
  score: number;
  stage: string;
  factors: { factor: string; points: number }[];
}

export class Facts {
  readonly truth: Truth;
  /** Without bots. */
  readonly sessions: TrueSession[];
  readonly views: PageView[];
  /** Visits from REST. */
  readonly visits: Row[];
  readonly people: Scored[];
  /** Imported ones and others. */
  readonly companies: Row[];
  /** A person with a work address and a unique name. */
  readonly somebody: TruePerson;
  readonly #chatGptVisits: Set<TrueSession>;

  private constructor(life: Life, visits: Row[], people: Scored[], companies: Row[]) {
    this.companies = companies;
    this.truth = life.truth();
    this.visits = visits;
    this.people = people;
    const messages = [...life.parts(1_000)].flat();
    this.sessions = this.truth.sessions.filter(({ bot }) => bot === '');
    this.views = messages.flatMap((message) => viewIn(message, this.truth.bots));
    const fromChatGpt = new Set(messages.filter(isFromChatGpt).map(placeOf));
    this.#chatGptVisits = new Set(
      this.sessions.filter((session) => fromChatGpt.has(`${session.visitor} ${session.startMs}`)),
    );
    this.somebody = pickSomebody(this.truth);
  }

  static async read(life: Life, read: Read): Promise<Facts> {
    const identities = await readAll(read, '/identities');
    const people: Scored[] = [];
    for (const { id, email, name } of identities) {
      const { data } = await read(`/identities/${id}/personality`);
      const { intent_score, stage, reasons } = data as Record<string, unknown>;
      people.push({
        id,
        email: text(email),
        name: text(name),
        score: Number(intent_score),
        stage: text(stage),
        factors: reasons as Scored['factors'],
      });
    }
    return new Facts(
      life,
      await readAll(read, `/sessions?created_after=${dayOf(30)}`),
      people,
      await readAll(read, '/companies'),
    );
  }

  /** Start of the day that many days ago, in UTC. */
  day(ago: number): string {
    return dayOf(ago);
  }

  dayMs(ago: number): number {
    return Date.parse(dayOf(ago));
  }

  get named(): TruePerson[] {
    return this.truth.people.filter(({ person }) => person.email !== '');
  }

  /** People's conversions. */
  get conversions(): Truth['conversions'] {
    return this.truth.conversions.filter(({ isBot }) => !isBot);
  }

  /** A person's visits on all devices; a visit that changed owner counts by its start or end. */
  visitsOf({ slices }: TruePerson, by: 'startMs' | 'endMs' = 'startMs'): TrueSession[] {
    return this.sessions.filter((session) =>
      slices.some(
        ({ visitor, sinceMs, untilMs }) =>
          visitor === session.visitor && sinceMs <= session[by] && session[by] < untilMs,
      ),
    );
  }

  /** Visitors from ChatGPT who gave an address, in lower case. */
  get fromChatGpt(): { oneOf: string[][] } {
    const emails = (by: 'startMs' | 'endMs') =>
      this.named
        .filter((one) => this.visitsOf(one, by).some((visit) => this.isFromChatGpt(visit)))
        .map(({ person }) => person.email.toLowerCase())
        .sort();
    return { oneOf: [emails('startMs'), emails('endMs')] };
  }

  isFromChatGpt(session: TrueSession): boolean {
    return this.#chatGptVisits.has(session);
  }

  viewsOf(person: TruePerson): PageView[] {
    return this.views
      .filter((view) => isOf(person, view))
      .sort((one, other) => one.atMs - other.atMs);
  }

  /** Includes those before the first identification. */
  conversionsOf(person: TruePerson): Truth['conversions'] {
    return this.conversions.filter((conversion) => isOf(person, conversion));
  }

  /** Start of its visit: figures count it on that day. */
  visitBegan({ visitor, atMs }: PageView): number {
    const visit = this.sessions.find(
      (one) => one.visitor === visitor && one.startMs <= atMs && atMs <= one.endMs,
    );
    return visit?.startMs ?? atMs;
  }

  /** The company with the most people by work address. */
  get largestCompany(): string {
    const [first = ['']] = [...this.peopleOfCompanies].sort(
      ([name, one], [otherName, other]) => other - one || name.localeCompare(otherName),
    );
    return first[0];
  }

  get peopleOfCompanies(): Map<string, number> {
    return counted(this.named, ({ person }) => person.companyDomain || undefined);
  }

  /** With an order number, from people with an address. */
  get orders(): Truth['conversions'] {
    return this.conversions.filter(
      ({ value, person, id }) => value !== undefined && person?.email && id.startsWith('order-'),
    );
  }
}

const todayMs = Math.floor(Date.now() / dayMs) * dayMs;

function dayOf(ago: number): string {
  return new Date(todayMs - ago * dayMs).toISOString().slice(0, 10);
}

function isOf({ slices }: TruePerson, happening: { visitor: string; atMs: number }): boolean {
  const { visitor, atMs } = happening;
  return slices.some(
    (slice) => slice.visitor === visitor && slice.sinceMs <= atMs && atMs < slice.untilMs,
  );
}

function pickSomebody({ people, conversions }: Truth): TruePerson {
  const names = counted(people, ({ person }) => person.name);
  const buyers = new Set(conversions.map(({ person }) => person));
  const [somebody] = people
    .filter(({ person }) => person.companyDomain !== '' && names.get(person.name) === 1)
    .sort(
      (one, other) =>
        Number(buyers.has(other.person)) - Number(buyers.has(one.person)) ||
        other.slices.length - one.slices.length,
    );
  if (!somebody)
    throw new Error('nobody in this demonstration has a work address: take more events');
  return somebody;
}

function viewIn(message: DemoMessage, bots: ReadonlyMap<string, string>): PageView[] {
  if (message.type !== 'event' || message.name !== 'page_view') return [];
  const visitor = message.visitor_id ?? '';
  if (bots.has(visitor)) return [];
  const { path, title } = message.context?.page ?? {};
  return [{ visitor, path: text(path), title: text(title), atMs: Date.parse(message.timestamp) }];
}

function isFromChatGpt({ context }: DemoMessage): boolean {
  return /^https:\/\/chatgpt\.com\//.test(context?.page?.referrer ?? '');
}

function placeOf({ visitor_id, timestamp }: DemoMessage): string {
  return `${visitor_id} ${Date.parse(timestamp)}`;
}

/** Every record of a list; the path is below /api/v1. */
async function readAll(read: Read, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const mark = path.includes('?') ? '&' : '?';
    const page = await read(`${path}${mark}limit=100&offset=${rows.length}`);
    rows.push(...(page.data as Row[]));
    const { total } = page.pagination as { total: number };
    if (rows.length >= total || (page.data as Row[]).length === 0) return rows;
  }
}
