/** Turns a visit into messages, in time order. Pure and deterministic. */
import type { MessageContext } from '@footfall/contract/ingest';
import type {
  BackendNote,
  ConversionGoal,
  DemoMessage,
  Goal,
  Person,
  TimedMessage,
  Visit,
} from './life.ts';
import { Random } from './random.ts';
import { appUrl, entryPages, formPages, openPages, type SitePage, siteUrl } from './site.ts';

const heartbeatMs = 30_000;
const longestLookMs = 9 * 60_000;

export function messagesOf(visit: Visit): TimedMessage[] {
  const writer = new VisitWriter(visit);
  if (visit.device.sender === 'app') writer.useApp();
  else if (visit.device.sender === 'fetch') writer.fetchPages();
  else writer.browse();
  return writer.written;
}

/** For an account that the backend identifies by id only. */
export function messagesOfNote(note: BackendNote): TimedMessage[] {
  const random = new Random(note.seed);
  let at = note.startMs;
  const common = () => ({
    message_id: random.uuid(at),
    timestamp: new Date(at).toISOString(),
    user_id: note.person.userId,
  });
  const written = note.names.map((name): TimedMessage => {
    at += random.integer(2_000, 9 * 60_000);
    return { at, message: { type: 'event', ...common(), name }, names: note.person };
  });
  const { conversion } = note;
  if (conversion) {
    at += random.integer(500, 5_000);
    const message = { ...common(), ...conversionFields(conversion) };
    written.push({ at, message, names: note.person, conversion });
  }
  return written;
}

class VisitWriter {
  readonly written: TimedMessage[] = [];
  readonly #visit: Visit;
  readonly #random: Random;
  readonly #common: { visitor_id: string; session_id?: string };
  readonly #device: MessageContext;
  readonly #tags: MessageContext;
  #at: number;
  #page: MessageContext['page'];
  #engagedMs = 0;

  constructor(visit: Visit) {
    const { device, place, origin } = visit;
    this.#visit = visit;
    this.#random = new Random(visit.seed);
    this.#at = visit.startMs;
    this.#common = {
      visitor_id: device.visitorId,
      ...(device.sender === 'browser' && { session_id: this.#random.uuid(visit.startMs) }),
    };
    this.#device = {
      ip: place.ip,
      user_agent: device.hardware.userAgent,
      ...(device.sender !== 'fetch' && {
        locale: device.locale,
        timezone: place.timezone,
        screen: device.hardware.screen,
      }),
    };
    const { tags, clickId } = origin;
    this.#tags = {
      ...(tags && { campaign: { ...tags } }),
      ...(clickId && { click_ids: { [clickId]: `demo.${this.#random.uuid(visit.startMs)}` } }),
    };
  }

  /** Like the browser script. */
  browse(): void {
    const { goals, pageCount, pageTimes, tellsEnd, bot } = this.#visit;
    const pages = this.#walk(pageTimes?.length ?? pageCount);
    for (const [place, page] of pages.entries()) {
      this.#at = pageTimes?.[place] ?? this.#at;
      this.#open(page);
      if (place === 0) {
        this.#add({ type: 'session', action: 'start', engaged_ms: 0 });
        this.#at += this.#random.integer(1, 20);
      }
      this.#add({ type: 'event', name: 'page_view' });
      if (pageTimes === undefined && bot === undefined) this.#look(page);
      else if (pageTimes === undefined) this.#at += this.#random.integer(200, 4_000);
    }
    for (const goal of goals) this.#reach(goal);
    if (!tellsEnd) return;
    this.#at = (this.written.at(-1)?.at ?? this.#at) + 1;
    this.#page = undefined;
    this.#add({ type: 'session', action: 'end', engaged_ms: this.#engagedMs });
  }

  /** Like an app's backend: it knows the device, and leaves sessions to the service. */
  useApp(): void {
    const { goals, pageCount, pageTimes } = this.#visit;
    const screens = ['today', 'map', 'tasks', 'messages', 'hours'];
    const tagsEverywhere = this.#random.chance(0.5);
    for (let place = 0; place < (pageTimes?.length ?? pageCount); place++) {
      if (place > 0) this.#at += this.#random.integer(3_000, 4 * 60_000);
      this.#at = pageTimes?.[place] ?? this.#at;
      const screen = this.#random.pick(screens);
      this.#page = { url: `${appUrl}/${screen}`, path: `/${screen}`, title: screen };
      const name = this.#random.chance(0.7) ? 'screen_view' : 'task_completed';
      const isTagged = place === 0 || tagsEverywhere;
      this.#add({ type: 'event', name, properties: { screen } }, {}, isTagged);
    }
    for (const goal of goals) {
      this.#at += this.#random.integer(4_000, 40_000);
      this.#addGoal(goal, tagsEverywhere);
    }
  }

  /** Pages only, like an edge server's log. */
  fetchPages(): void {
    for (const page of this.#walk(this.#visit.pageCount)) {
      this.#open(page);
      this.#add({ type: 'event', name: 'page_view' });
      this.#at += this.#random.integer(400, 60_000);
    }
  }

  #walk(count: number): SitePage[] {
    const first = this.#random.pick<SitePage>(entryPages[this.#visit.origin.entry]);
    const pages = [first];
    while (pages.length < count) pages.push(this.#random.weighted(openPages));
    return pages;
  }

  #open({ path, title }: SitePage): void {
    const isFirst = this.#page === undefined;
    const url = siteUrl + path + (isFirst ? this.#query() : '');
    const referrer = isFirst ? this.#visit.origin.referrer : (this.#page?.url ?? '');
    this.#page = { url, path, title, referrer };
  }

  #query(): string {
    const { campaign = {}, click_ids: clickIds = {} } = this.#tags;
    const names = Object.entries(campaign).map(([name, text]): [string, string] => [
      name === 'name' ? 'utm_campaign' : `utm_${name}`,
      String(text),
    ]);
    const query = new URLSearchParams([...names, ...Object.entries(clickIds)]).toString();
    return query === '' ? '' : `?${query}`;
  }

  /** Reads the page: engagement, reported every 30 seconds, and occasional clicks. */
  #look(page: SitePage): void {
    const random = this.#random;
    const seen = Math.round(random.logNormal(19_000, 1.1));
    const openedAt = this.#at;
    const leftAt = openedAt + Math.min(Math.max(seen, 1_500), longestLookMs);
    const moments: { at: number; isClick: boolean }[] = [];
    if (random.chance(0.4)) {
      moments.push({ at: random.integer(openedAt + 400, leftAt), isClick: true });
    }
    let heardAt = openedAt + heartbeatMs;
    while (heardAt <= leftAt && random.chance(0.75)) {
      moments.push({ at: heardAt, isClick: false });
      heardAt += heartbeatMs;
    }
    for (const { at, isClick } of moments.sort((a, b) => a.at - b.at)) {
      this.#at = at;
      if (isClick) this.#click(page);
      else this.#beat();
    }
    this.#at = leftAt;
  }

  #click({ clicks }: SitePage): void {
    const text = this.#random.pick(clicks);
    this.#add({ type: 'event', name: 'click', properties: { text } });
  }

  #beat(): void {
    this.#engagedMs += heartbeatMs;
    this.#add({ type: 'session', action: 'heartbeat', engaged_ms: this.#engagedMs });
  }

  #reach(goal: Goal): void {
    const page = formPages[goal.page];
    if (this.#page?.path !== page.path) {
      this.#open(page);
      this.#at += this.#random.integer(5, 60);
      this.#add({ type: 'event', name: 'page_view' });
      this.#at += this.#random.integer(4_000, 90_000);
    } else {
      this.#at += this.#random.integer(800, 4_000);
    }
    if (goal.type === 'conversion' && goal.reportedBy === undefined) {
      this.#add({ type: 'event', name: 'form_submit', properties: { form: goal.page } });
      this.#at += this.#random.integer(20, 200);
    }
    this.#addGoal(goal, true);
    if (goal.type === 'conversion' && goal.reportedBy !== undefined) {
      // The browser is still active, so that the backend's message falls into its session.
      this.#at += this.#random.integer(1_000, 6_000);
      this.#add({ type: 'event', name: 'click', properties: { text: 'Download invoice' } });
    }
  }

  #addGoal(goal: Goal, isTagged: boolean): void {
    if (goal.type === 'conversion') {
      if (goal.reportedBy) this.#addFromBackend(goal, goal.reportedBy);
      else this.#add(conversionFields(goal), { conversion: goal }, isTagged);
      return;
    }
    const { person, email, userId } = goal;
    const message: Own = {
      type: 'identify',
      ...(email !== undefined && { email }),
      ...(userId !== undefined && { user_id: userId }),
      name: person.name,
      traits: { ...(userId !== undefined && { account: userId }), region: person.region },
    };
    this.#add(message, { names: person }, isTagged);
  }

  #addFromBackend(conversion: ConversionGoal, names: Person): void {
    const message = {
      ...conversionFields(conversion),
      message_id: this.#random.uuid(this.#at),
      timestamp: new Date(this.#at).toISOString(),
      visitor_id: this.#common.visitor_id,
      user_id: names.userId,
    };
    this.written.push({ at: this.#at, message, names, conversion });
  }

  #add(own: Own, meaning: Pick<TimedMessage, 'names' | 'conversion'> = {}, isTagged = true): void {
    const message = {
      ...own,
      message_id: this.#random.uuid(this.#at),
      ...this.#common,
      timestamp: new Date(this.#at).toISOString(),
      context: {
        ...(this.#page && { page: this.#page }),
        ...(isTagged && this.#tags),
        ...this.#device,
      },
    } as DemoMessage;
    this.written.push({ at: this.#at, message, ...meaning });
  }
}

type Own =
  | { type: 'event'; name: string; properties?: Record<string, unknown> }
  | { type: 'session'; action: 'start' | 'heartbeat' | 'end'; engaged_ms: number }
  | { type: 'identify'; email?: string; user_id?: string; name: string; traits: object }
  | ReturnType<typeof conversionFields>;

function conversionFields({ name, value, currency, externalId, lead }: ConversionGoal) {
  return {
    type: 'conversion' as const,
    name,
    ...(value !== undefined && { value }),
    ...(currency !== undefined && { currency }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(!lead && { lead }),
  };
}
