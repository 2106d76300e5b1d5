/*
 * Messages as the browser script sends them. Their text is built once; only unique fields are patched in
 * place before each sending, since serializing JSON would take CPU time from the servers.
 */
import { randomBytes } from 'node:crypto';
import { browserHead } from './heads.ts';
import type { MessageType, Shape } from './jobs.ts';

const visitorCount = 10_000;
const pageCount = 40;
const companyCount = 500;
/** Every fifth visitor came from a campaign, as all of their messages show. */
const campaignEvery = 5;

const uuidLength = '00000000-0000-7000-8000-000000000000'.length;
const holes = {
  messageId: `M${'#'.repeat(uuidLength - 1)}`,
  visitorId: `V${'#'.repeat(uuidLength - 1)}`,
  sessionId: `S${'#'.repeat(uuidLength - 1)}`,
  timestamp: `T${'#'.repeat('2026-01-01T00:00:00.000Z'.length - 1)}`,
  email: `E${'#'.repeat('person-00000@company-000.example'.length - 1)}`,
};

type Hole = keyof typeof holes;
type Template = { text: string; type: MessageType; campaign: boolean };
type Placed = { offsets: Record<Hole, number>; type: MessageType; campaign: boolean };
type Request = { bytes: Buffer; placed: Placed[] };
type Head = (path: string, bodyBytes: number) => string;

const uuidV7 = (at: number, random = randomBytes(10).toString('hex')) => {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
};

const digits = (value: number, length: number) => String(value).padStart(length, '0');

function template(type: MessageType, page: number, campaign: boolean): Template {
  const path =
    page === 0 ? '/' : `/${['product', 'docs', 'blog', 'pricing'][page % 4]}/page-${page}`;
  const url = `https://www.shop.example${path}`;
  const tags = { source: 'google', medium: 'cpc', name: `spring-${page % 4}`, content: 'text-ad' };
  const context = {
    page: {
      url: campaign ? `${url}?utm_source=google&utm_medium=cpc&utm_campaign=${tags.name}` : url,
      path,
      title: `A page about topic ${page} | Shop`,
      referrer: campaign ? 'https://www.google.com/' : 'https://www.shop.example/',
    },
    ...(campaign ? { campaign: tags } : {}),
    locale: 'en-GB',
    timezone: 'Europe/Berlin',
    screen: { width: 1920, height: 1080 },
    library: { name: '@footfall/browser', version: '0.1.0' },
  };
  const head = {
    type,
    message_id: holes.messageId,
    visitor_id: holes.visitorId,
    session_id: holes.sessionId,
    timestamp: holes.timestamp,
  };
  const own = {
    event: { name: 'page_view' },
    identify: { email: holes.email, name: 'Robin Example', traits: { plan: 'team', seats: 12 } },
    conversion: { name: 'trial_started', value: 49, currency: 'EUR', properties: { plan: 'team' } },
  }[type];
  const text = JSON.stringify({ ...head, ...own, context });
  return { text, type, campaign };
}

/** A pool of people, with the ASCII text that distinguishes them, ready to copy. */
function visitors() {
  const ids = Buffer.alloc(visitorCount * uuidLength);
  const sessions = Buffer.alloc(visitorCount * uuidLength);
  const emails = Buffer.alloc(visitorCount * holes.email.length);
  const now = Date.now();
  for (let i = 0; i < visitorCount; i++) {
    ids.write(uuidV7(now - i), i * uuidLength, 'latin1');
    sessions.write(uuidV7(now), i * uuidLength, 'latin1');
    const email = `person-${digits(i, 5)}@company-${digits(i % companyCount, 3)}.example`;
    emails.write(email, i * holes.email.length, 'latin1');
  }
  return { ids, sessions, emails };
}

function request(templates: Template[], path: string, head: Head): Request {
  const single = path === '/ingest';
  const texts = templates.map((each) => each.text);
  const body = single
    ? (texts[0] ?? '')
    : `{"batch":[${texts.join(',')}],"sent_at":"${holes.timestamp}"}`;
  const bytes = Buffer.from(head(path, Buffer.byteLength(body)) + body, 'latin1');
  let from = 0;
  const find = (hole: Hole) => bytes.indexOf(holes[hole], from, 'latin1');
  const placed = templates.map((each): Placed => {
    from = bytes.indexOf(`{"type":"${each.type}"`, from, 'latin1');
    const end = from + each.text.length;
    const within = (hole: Hole) => (each.text.includes(holes[hole]) ? find(hole) : -1);
    const offsets = {
      messageId: within('messageId'),
      visitorId: within('visitorId'),
      sessionId: within('sessionId'),
      timestamp: within('timestamp'),
      email: within('email'),
    };
    from = end;
    return { offsets, type: each.type, campaign: each.campaign };
  });
  return { bytes, placed };
}

export type Sending = { bytes: Buffer; types: readonly MessageType[] };

/** `next(slot)` returns a new request in the slot's memory; valid until the slot's next call. */
export type Messages = { next(slot: number): Sending };

type Stamp = {
  write(target: Buffer, message: Placed): void;
  sentAt(target: Buffer): void;
};

function stamper(): Stamp {
  const people = visitors();
  const id = Buffer.from(uuidV7(Date.now()), 'latin1');
  const timestamp = Buffer.alloc(holes.timestamp.length);
  const counterEnd = uuidLength - 1;
  let at = 0;
  const tick = () => {
    const now = Date.now();
    if (now === at) return;
    at = now;
    timestamp.write(new Date(now).toISOString(), 'latin1');
    const time = now.toString(16).padStart(12, '0');
    id.write(`${time.slice(0, 8)}-${time.slice(8)}`, 'latin1');
  };
  /** The last twelve hexadecimal digits count up, so that ids are unique. */
  const count = () => {
    for (let i = counterEnd; i > counterEnd - 12; i--) {
      const digit = id[i] ?? 0;
      if (digit === 0x66) {
        id[i] = 0x30;
        continue;
      }
      id[i] = digit === 0x39 ? 0x61 : digit + 1;
      return;
    }
  };
  return {
    write(target, { offsets, campaign }) {
      tick();
      count();
      const group = Math.floor((Math.random() * visitorCount) / campaignEvery) * campaignEvery;
      const visitor = campaign
        ? group
        : group + 1 + Math.floor(Math.random() * (campaignEvery - 1));
      const start = visitor * uuidLength;
      id.copy(target, offsets.messageId);
      timestamp.copy(target, offsets.timestamp);
      people.ids.copy(target, offsets.visitorId, start, start + uuidLength);
      people.sessions.copy(target, offsets.sessionId, start, start + uuidLength);
      if (offsets.email >= 0) {
        const email = visitor * holes.email.length;
        people.emails.copy(target, offsets.email, email, email + holes.email.length);
      }
    },
    sentAt(target) {
      tick();
      timestamp.copy(target, target.length - timestamp.length - '"}'.length);
    },
  };
}

const stamp = stamper();

function singles(shape: Shape, slots: number, head: Head): Messages {
  const build = (type: MessageType) =>
    Array.from({ length: pageCount * campaignEvery }, (_, i) => {
      const page = Math.floor(i / campaignEvery);
      const message = template(type, page, i % campaignEvery === 0);
      return request([message], '/ingest', head);
    });
  const pools = {
    event: build('event'),
    identify: build('identify'),
    conversion: build('conversion'),
  };
  const size = Math.max(...Object.values(pools).flatMap((all) => all.map((r) => r.bytes.length)));
  const memory = Array.from({ length: slots }, () => Buffer.alloc(size));
  const types = { event: ['event'], identify: ['identify'], conversion: ['conversion'] } as const;
  const choose = (): MessageType => {
    if (!shape.mixed) return 'event';
    const dice = Math.random();
    if (dice >= 0.1) return 'event';
    return dice < 0.05 ? 'identify' : 'conversion';
  };
  return {
    next(slot) {
      const type = choose();
      const pool = pools[type];
      const chosen = pool[Math.floor(Math.random() * pool.length)];
      const own = memory[slot];
      const placed = chosen?.placed[0];
      if (!chosen || !own || !placed) throw new Error('the slot has no memory');
      chosen.bytes.copy(own);
      stamp.write(own, placed);
      return { bytes: own.subarray(0, chosen.bytes.length), types: types[type] };
    },
  };
}

function batches(shape: Shape, slots: number, head: Head): Messages {
  const typeAt = (i: number): MessageType => {
    if (!shape.mixed || i % 10 !== 7) return 'event';
    return i % 20 === 7 ? 'identify' : 'conversion';
  };
  const memory = Array.from({ length: slots }, (_, slot) => {
    const templates = Array.from({ length: shape.perRequest }, (_, i) =>
      template(typeAt(i), (slot * 7 + i) % pageCount, i % campaignEvery === 0),
    );
    const built = request(templates, '/ingest/batch', head);
    return { ...built, types: built.placed.map((each) => each.type) };
  });
  return {
    next(slot) {
      const own = memory[slot];
      if (!own) throw new Error('the slot has no memory');
      for (const each of own.placed) stamp.write(own.bytes, each);
      stamp.sentAt(own.bytes);
      return own;
    },
  };
}

export function messages(shape: Shape, slots: number, port: number, key: string): Messages {
  const head: Head = (path, bodyBytes) => browserHead({ path, port, key, bodyBytes });
  return shape.perRequest === 1 ? singles(shape, slots, head) : batches(shape, slots, head);
}
