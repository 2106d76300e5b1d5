import { watchAttention } from './attention.ts';
import { watchLeaving, watchPages } from './auto.ts';
import { type Tags, tagsOf } from './campaign.ts';
import { consentState, rememberChoice } from './consent.ts';
import { addressOf, contextOf, pageOf } from './context.ts';
import { readCookie, writeCookie } from './cookie.ts';
import { guard, type Log } from './guard.ts';
import { createQueue } from './queue.ts';
import { goesOn, readSession, type Session, touchSession } from './session.ts';
import { createStore } from './store.ts';
import type { Footfall, Options } from './types.ts';
import { uuid } from './uuid.ts';

const heartbeatMs = 30_000;
const leastEngagedMs = 1000;

/** Starts the script on this page; the caller guards the calls that it makes. */
export function createClient(options: Options, log: Log): Footfall {
  const store = createStore();
  const attention = watchAttention();
  const state = () => consentState(options);
  const queue = createQueue({
    store,
    key: options.key,
    host: options.host.replace(/\/$/, ''),
    log,
    maySend() {
      if (state() === 'denied') queue.clear();
      return state() === 'granted';
    },
  });
  let address = '';
  let viewed = '';
  let referrer = document.referrer;
  let arrival: Tags | undefined;

  function visitor(): string {
    const kept = store.kept();
    const known = (kept && readCookie()) || store.get('visitor');
    const id = known ?? uuid();
    if (id !== store.get('visitor')) store.set('visitor', id);
    if (kept && readCookie() !== id) writeCookie(id);
    return id;
  }

  function add(session: Session, type: string, fields: object, at: number, page?: object): void {
    queue.add({
      ...fields,
      type,
      message_id: uuid(at),
      visitor_id: visitor(),
      session_id: session.id,
      timestamp: new Date(at).toISOString(),
      ...(type === 'session' && { engaged_ms: session.engaged }),
      context: contextOf(session, page),
    });
  }

  function end(session: Session | undefined): void {
    if (session) add(session, 'session', { action: 'end' }, session.last);
  }

  /** The session as of now; opening one and ending the last are messages of their own. */
  function current(now: number, engagedMs = 0): Session {
    const url = addressOf(location.href);
    const arrives = url !== address;
    if (arrives) {
      if (address) referrer = address;
      address = url;
      arrival = tagsOf(location.search);
    }
    const { session, ended, opened } = touchSession(store, now, arrival, engagedMs);
    arrival = undefined;
    end(ended);
    if (opened) {
      // A visit that begins on a page that was open already came from nowhere else.
      if (!arrives) referrer = url;
      add(session, 'session', { action: 'start' }, now, pageOf(referrer, options.params));
    }
    return session;
  }

  function send(type: string, fields: object): void {
    log(type, fields);
    if (state() === 'denied') return;
    const now = Date.now();
    const session = current(now);
    add(session, type, fields, now, pageOf(referrer, options.params));
  }

  function forget(names: string[]): void {
    for (const name of names) store.set(name, undefined);
    writeCookie('');
  }

  function begin(): void {
    if (state() === 'granted') {
      store.keep();
      queue.adopt();
    }
  }

  const api: Footfall = {
    page(properties) {
      viewed = addressOf(location.href);
      send('event', { name: 'page_view', properties });
    },
    track: (name, properties) => send('event', { name, properties }),
    identify: (person) => send('identify', person),
    conversion: (name, details) => send('conversion', { ...details, name }),
    consent(choice) {
      const before = state();
      if (choice === 'granted') {
        rememberChoice(choice);
        begin();
        if (before === 'denied' && auto) api.page();
      } else if (choice === 'denied') {
        queue.clear();
        forget(store.names(''));
        rememberChoice(choice);
      }
    },
    reset() {
      if (state() !== 'denied') end(readSession(store));
      forget(['visitor', 'session']);
    },
    ids: () =>
      state() === 'denied'
        ? { visitor_id: null, session_id: null }
        : { visitor_id: visitor(), session_id: current(Date.now()).id },
    status: () => ({ consent: state(), ...queue.counts() }),
  };

  const auto = options.auto !== false;
  const moved = guard(log, () => {
    if (auto && addressOf(location.href) !== viewed) api.page();
  });
  const heartbeat = guard(log, () => {
    if (attention.peek() < leastEngagedMs) return;
    const now = Date.now();
    const engagedMs = attention.take();
    // Attention alone, or what is left of it when a device wakes up, is no new visit. It tells no page:
    // another tab may be ahead of this one.
    if (goesOn(readSession(store), now)) {
      add(current(now, engagedMs), 'session', { action: 'heartbeat' }, now);
    }
  });
  begin();
  moved();
  if (auto) watchPages(moved, guard(log, api.page));
  setInterval(heartbeat, heartbeatMs);
  watchLeaving(
    guard(log, () => {
      moved();
      heartbeat();
      void queue.leave();
    }),
  );
  return api;
}
