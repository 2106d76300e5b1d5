/** The demo’s life as the REST API shows it, in the terms of its truth. For tests. */

import type { TrueSession } from '@footfall/demo/diary';
import type { Life } from '@footfall/demo/generate';
import { groupBy } from '@footfall/demo/groups';
import type { TruePerson, Truth } from '@footfall/demo/truth';
import type { Rest, Row } from './rest.ts';
import { pageIn } from './rest.ts';

export interface JudgedCompany {
  visitor: string;
  domain: string;
  owner: string;
  /** Name of the company that the service gives the visitor. */
  shownName: unknown;
  isRight: boolean;
}

export class ObservedLife {
  /** Identity by person, as far as the service found them. */
  readonly identities = new Map<TruePerson, Row>();
  readonly #rest: Rest;
  readonly #truth: Truth;
  /** The service's visitor of what the truth calls `user:…`. */
  readonly #backendVisitors = new Map<string, string>();

  private constructor(rest: Rest, truth: Truth) {
    this.#rest = rest;
    this.#truth = truth;
  }

  static async read(rest: Rest, truth: Truth): Promise<ObservedLife> {
    const life = new ObservedLife(rest, truth);
    await life.#findPeople();
    return life;
  }

  /** Every record of a list; the path is below /api/v1 and may have a query. */
  async list(path: string): Promise<Row[]> {
    const rows: Row[] = [];
    const mark = path.includes('?') ? '&' : '?';
    for (;;) {
      const page = pageIn(await this.#rest.get(`${path}${mark}limit=100&offset=${rows.length}`));
      rows.push(...page.data);
      if (page.data.length === 0 || rows.length >= page.pagination.total) return rows;
    }
  }

  visitor(name: string): string {
    return this.#backendVisitors.get(name) ?? name;
  }

  /** The account of the person; `nobody` without one. */
  account(identityId: unknown): string {
    const entry = [...this.identities].find(([, { id }]) => id === identityId);
    return entry?.[0].person.userId ?? 'nobody';
  }

  /** Each visitor whose company can be decided. */
  async companies(): Promise<JudgedCompany[]> {
    const companies = new Map((await this.list('/companies')).map((row) => [row.id, row]));
    const visitors = await this.list('/visitors');
    const companyOf = new Map(
      visitors.map(({ id, company_id }) => [id, companies.get(String(company_id))]),
    );
    return this.#truth.companies.map(({ visitor, domain, owner }) => {
      const company = companyOf.get(this.visitor(visitor));
      const isOwner = owner !== '' && sameOwner(String(company?.name), owner);
      const isRight = company !== undefined && (domain ? company.domain === domain : isOwner);
      return { visitor, domain, owner, shownName: company?.name, isRight };
    });
  }

  /** By address, or by the account that the identify calls told. */
  async #findPeople(): Promise<void> {
    const rows = await this.list('/identities');
    const byEmail = new Map(rows.map((row) => [String(row.email).toLowerCase(), row]));
    const byAccount = new Map(rows.map((row) => [(row.traits as Row).account, row]));
    for (const person of this.#truth.people) {
      const { email, userId } = person.person;
      const row = email ? byEmail.get(email) : byAccount.get(userId);
      if (!row) continue;
      this.identities.set(person, row);
      const ownVisitors = new Set(person.slices.map(({ visitor }) => visitor));
      if (!ownVisitors.has(`user:${userId}`)) continue;
      const visitors = await this.list(`/visitors?identity_id=${row.id}`);
      const [other] = visitors.filter(({ id }) => !ownVisitors.has(id));
      if (other) this.#backendVisitors.set(`user:${userId}`, other.id);
    }
  }
}

/** Account and message, for each event and identify call that is somebody's. */
export function trueHistory(life: Life, truth: Truth): Set<string> {
  const slices = truth.people.flatMap(({ person, slices: own }) =>
    own.map((slice) => ({ ...slice, person })),
  );
  const byVisitor = groupBy(slices, ({ visitor }) => visitor);
  const pairs = new Set<string>();
  for (const message of [...life.parts(1_000)].flat()) {
    if (message.type === 'session' || message.type === 'conversion') continue;
    const at = Date.parse(message.timestamp);
    const candidates = byVisitor.get(message.visitor_id ?? `user:${message.user_id}`) ?? [];
    const own = candidates.find(({ sinceMs, untilMs }) => sinceMs <= at && at < untilMs);
    if (own) pairs.add(`${own.person.userId} ${message.message_id}`);
  }
  return pairs;
}

export function trueSessionLine(session: TrueSession): string {
  const { startMs, endMs, messages, pageViews, engagedMs, kind, channel, campaign } = session;
  const converts = session.facts.some(({ conversion }) => conversion !== undefined);
  const isBounce = pageViews <= 1 && engagedMs < 10_000 && !converts;
  const counts = [messages, pageViews, Math.round(engagedMs / 1000), isBounce];
  const origin = [kind, channel, campaign ? campaignLine({ ...campaign }) : 'none'];
  return [second(startMs), second(endMs), ...counts, ...origin].join(' ');
}

/** `campaigns`: lines by id. */
export function sessionLine(row: Row, campaigns: ReadonlyMap<string, string>): string {
  const { started_at, last_activity_at, source, channel, campaign_id, is_bounce } = row;
  const counts = [row.event_count, row.page_view_count, row.engaged_seconds, is_bounce];
  const campaign = campaign_id === null ? 'none' : campaigns.get(String(campaign_id));
  return [started_at, last_activity_at, ...counts, source, channel, campaign].join(' ');
}

export function campaignLine({ source, medium, name }: Record<string, unknown>): string {
  return `${source}/${medium}/${name}`;
}

/** As the API shows times. */
export function second(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Names of owners are tidied for display: case and the legal form may differ. */
function sameOwner(name: string, owner: string): boolean {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9 ]/g, '')
      .replace(/^the /, '');
  const [short, long] = [words(name), words(owner)];
  return short.length > 1 && long.startsWith(short);
}
