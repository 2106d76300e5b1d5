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

/** The argument of pushed functions. */
export interface Client extends Omit<Footfall, 'ids'> {
  /** Undefined without consent. */
  ids(): Ids | undefined;
  /** As stored in the browser. */
  session(): Session;
}

/** Starts the script on this page; the caller guards its calls. */
export const createClient = (options: Options): Client => {
  const store = createStore();
  const attention = watchAttention();
  const { state, choose } = watchConsent(options);
  const queue = createQueue(store, options, () => {
    if (state() === 'denied') queue.clear();
    return cookieless ? state() !== 'denied' : state() === 'granted';
  });
  /** Part of this page's message ids, beside a number, since two tabs may assign the same at once. */
  const tab = uuid().slice(-6);
  /** False without storage: the service derives the visitor, for a day. */
  let isKept = !cookieless;
  /** URL of the latest message's page. */
  let address = '';
  let referrer = document.referrer;
  /** URL with a pending page view: routers set the title after the URL. */
  let arrived = '';
  let titleTimer: ReturnType<typeof setTimeout> | undefined;

  const visitor = (): string => {
    const visitorId = store.shared('id');
    const id = visitorId.find(isId) ?? uuid();
    if (visitorId.some((each) => each !== id)) store.share('id', id);
    return id;
  };

  /**
   * Ends with four digits of the session, two of this host, and the message's number in the session: gaps are lost
   * messages.
   */
  const numberedId = ({ id }: Session, at: number): string => {
    const start = id.slice(-4);
    // An impossible prefix of a session id.
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
            // Not found again on the next page: the service may derive the visitor.
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

  /** Messages of the session's own life cycle. */
  const live = (session: Session | undefined, action: string, tellsPage?: boolean): void => {
    if (session && (!cookieless || isKept)) {
      add(session, 'session', { action, engaged_ms: session.engaged }, session.last, tellsPage);
    }
  };

  /** The current session; opening one and ending the last send messages. */
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
      // A visit that starts on an already open page has no other referrer.
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

  /** Sends the pending page view. */
  const view = (): void => {
    const url = arrived;
    arrived = '';
    if (url && url !== address) send('event', { name: 'page_view' }, url);
  };

  const arrive = (replaced: boolean): void => {
    const url = addressOf(location.href);
    // Replacing the query is the page's own state: filters, tabs, removed tags.
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

  /** Forgets everything else. */
  const remember = (previous: Pick<Options, 'id' | 'session'>): void => {
    store.share('id', previous.id);
    store.share('session', previous.session);
  };

  const begin = (): void => {
    // From a response after the refusal, or stored before Global Privacy Control.
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

  /** Turns the day's visitor into the browser's stored or new one, within the same visit. */
  const upgrade = (): void => {
    view();
    const page = current(Date.now());
    // This page's temporary ids must not replace stored ones.
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
    // The service links the visit begun without an id, by the data it identified it with.
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
    // Engagement alone, or its rest when a device wakes up, starts no visit. Without a page: another tab may
    // be ahead.
    if (engagedMs && goesOn(readSession(store), now)) live(current(now, engagedMs), 'heartbeat');
  };
  begin();
  if (options.id) remember(options);
  if (auto) {
    api.page();
    watchPages(guard(view), guard(arrive), api.page);
  }
  setInterval(guard(heartbeat), heartbeatMs);
  // Also fires when a page becomes visible again, with nothing to report. No unload handler: it would disable the
  // browser's back/forward cache.
  listen('pagehide visibilitychange', () => {
    view();
    heartbeat();
    void queue.leave();
  });
  return api;
};
