import { watchAttention } from './attention.ts';
import { listen, watchPages } from './auto.ts';
import { tagsOf } from './campaign.ts';
import { watchConsent } from './consent.ts';
import { addressOf, contextOf, pageOf, pathOf } from './context.ts';
import { guard, log } from './guard.ts';
import { cookieless } from './mode.ts';
import { createQueue } from './queue.ts';
import { goesOn, readSession, type Session, touchSession } from './session.ts';
import { createStore, storage } from './store.ts';
import type { Footfall, Ids, Options } from './types.ts';
import { isId, uuid } from './uuid.ts';

const heartbeatMs = 30_000;
const titleDelayMs = 500;

/** What a function that is pushed is given. */
export interface Client extends Omit<Footfall, 'ids'> {
  /** None where they are refused. */
  ids(): Ids | undefined;
  /** As the browser keeps it. */
  session(): Session;
}

/** Starts the script on this page; the caller guards the calls that it makes. */
export const createClient = (options: Options): Client => {
  const store = createStore();
  const attention = watchAttention();
  const { state, choose } = watchConsent(options);
  const queue = createQueue(store, options, () => {
    if (state() === 'denied') queue.clear();
    return cookieless ? state() !== 'denied' : state() === 'granted';
  });
  /** What this page's messages have in their ids, beside their number: two tabs may give the same at once. */
  const tab = uuid().slice(-6);
  /** False without storage: the service tells the visitor apart, for a day. */
  let isKept = !cookieless;
  /** Of the page of the latest message. */
  let address = '';
  let referrer = document.referrer;
  /** An address whose page view waits: routers set the title after they set the address. */
  let arrived = '';
  let titleTimer: ReturnType<typeof setTimeout> | undefined;

  const visitor = (): string => {
    const visitorId = store.shared('id');
    const id = visitorId.find(isId) ?? uuid();
    if (visitorId.some((each) => each !== id)) store.share('id', id);
    return id;
  };

  /**
   * Ends with four digits of the session, two of this host, and which of its messages in the session it is: what is
   * missing between was lost.
   */
  const numberedId = ({ id }: Session, at: number): string => {
    const start = id.slice(-4);
    // Nothing begins as no session does.
    let latest = store.read('n');
    if (!latest?.startsWith(start)) latest = start + tab.slice(-2) + 1e5;
    latest = latest.slice(0, 6) + (+latest.slice(6) + 1);
    store.set('n', latest);
    return uuid(at, tab + latest);
  };

  const add = (
    session: Session,
    type: string,
    fields: object,
    at: number,
    tellsPage?: boolean,
  ): void => {
    queue.add({
      ...fields,
      type,
      message_id: numberedId(session, at),
      ...(cookieless && !isKept
        ? { cookieless: true }
        : {
            visitor_id: visitor(),
            session_id: session.id,
            // Nothing is found again on the next page: the service may tell the visitor apart.
            unstored: !storage || undefined,
          }),
      timestamp: new Date(at),
      context: {
        ...(tellsPage && { page: pageOf(address, referrer, options.params) }),
        ...contextOf(session),
        ...(cookieless && !isKept && { consent: undefined }),
      },
    });
  };

  /** Of the session's own life. */
  const live = (session: Session | undefined, action: string, tellsPage?: boolean): void => {
    if (session && (!cookieless || isKept)) {
      add(session, 'session', { action, engaged_ms: session.engaged }, session.last, tellsPage);
    }
  };

  /** The session as of now; opening one and ending the last are messages of their own. */
  const current = (now: number, engagedMs = 0, url = addressOf(location.href)): Session => {
    const arrives = url !== address;
    if (arrives) {
      referrer = address || referrer;
      address = url;
    }
    const stored = readSession(store);
    const tags = arrives && url !== pathOf(url) ? tagsOf(url) : {};
    const session = touchSession(store, stored, now, tags, engagedMs);
    if (session.id !== stored?.id) {
      live(stored, 'end');
      // A visit that begins on a page that was open already came from nowhere else.
      if (!arrives) referrer = url;
      live(session, 'start', true);
    }
    return session;
  };

  const send = (type: string, fields: object, url?: string): void => {
    view();
    log(type, fields);
    if (state() === 'denied') return;
    const now = Date.now();
    add(current(now, 0, url), type, fields, now, true);
  };

  /** Sends the page view that waits. */
  const view = (): void => {
    const url = arrived;
    arrived = '';
    if (url && url !== address) send('event', { name: 'page_view' }, url);
  };

  const arrive = (replaced: boolean): void => {
    const url = addressOf(location.href);
    // What a page replaces behind its path is its own state: filters, tabs, tags that it takes away.
    if (replaced && pathOf(arrived || address) === pathOf(url)) {
      if (arrived) arrived = url;
      else address = url;
      return;
    }
    view();
    arrived = url;
    clearTimeout(titleTimer);
    titleTimer = setTimeout(guard(view), titleDelayMs);
  };

  /** What is not among them is forgotten. */
  const remember = (previous: Pick<Options, 'id' | 'session'>): void => {
    store.share('id', previous.id);
    store.share('session', previous.session);
  };

  const begin = (): void => {
    // What came with an answer after the refusal, or was there before Global Privacy Control was.
    if (state() === 'denied') {
      queue.clear();
      remember({});
      for (const name of store.names()) if (name !== 'consent') store.set(name);
    }
    if (state() === 'granted') {
      store.keep();
      queue.adopt();
    }
  };

  /** The visitor of the day becomes the one that the browser knows, or knows from now on, in the same visit. */
  const upgrade = (): void => {
    view();
    const page = current(Date.now());
    // What was known of this page alone must not take the place of what is stored.
    remember({});
    store.set('n');
    choose('granted');
    isKept = !!store.keep();
    if (!isKept) return;
    queue.adopt();
    const now = Date.now();
    const stored = readSession(store);
    const session = touchSession(store, stored, now, page.tags, page.engaged);
    const wasSent = queue.stamp?.({ visitor_id: visitor(), session_id: session.id });
    // Whose the visit was that this browser began without a name, the service tells by what it told it by before.
    if (wasSent || session.id !== stored?.id) {
      add(session, 'session', { action: 'start', cookieless: true }, now, true);
    }
  };

  const api: Client = {
    page(properties) {
      arrived = '';
      api.track('page_view', properties);
    },
    track: (name, properties) => send('event', { name, properties }),
    identify: (person) => send('identify', person),
    conversion: (name, details) => send('conversion', { ...details, name }),
    consent(choice) {
      const before = state();
      const isGranted = choice === 'granted';
      if (cookieless && !isKept && isGranted) upgrade();
      else if (isGranted || choice === 'denied') {
        choose(choice);
        begin();
      }
      if (isGranted && before === 'denied' && auto) api.page();
    },
    reset() {
      view();
      if (state() !== 'denied') live(readSession(store), 'end');
      remember({});
    },
    ids: () =>
      state() === 'denied' || (cookieless && !isKept)
        ? undefined
        : { visitor_id: visitor(), session_id: api.session().id },
    session: () => current(Date.now()),
    status: () => ({ consent: state(), ...queue.counts() }),
  };

  // A frame is part of a page.
  const auto = options.auto === 'frames' || (self === top && !/^f/.test(options.auto as string));
  const heartbeat = () => {
    const engagedMs = attention();
    const now = Date.now();
    // Attention alone, or what is left of it when a device wakes up, is no new visit. It tells no page:
    // another tab may be ahead of this one.
    if (engagedMs && goesOn(readSession(store), now)) live(current(now, engagedMs), 'heartbeat');
  };
  begin();
  if (options.id) remember(options);
  if (auto) {
    api.page();
    watchPages(guard(view), guard(arrive), api.page);
  }
  setInterval(guard(heartbeat), heartbeatMs);
  // Also told of a page that comes back into view, which has nothing more to tell. No unload handler: it would cost the
  // page the browser's back/forward cache.
  listen('pagehide visibilitychange', () => {
    view();
    heartbeat();
    void queue.leave();
  });
  return api;
};
