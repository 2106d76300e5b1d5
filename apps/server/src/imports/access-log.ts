/**
 * Lines of access logs as page views: nginx's and Apache's combined and common formats, also with the virtual host in
 * front, and Caddy's JSON.
 */
import { isIP } from 'node:net';
import { namedId } from '../common/ids.ts';
import { StartError } from '../common/start-error.ts';
import { detectBot } from '../enrichment/user-agents/detect-bot.ts';
import {
  type Fields,
  fieldsOf,
  type Mapped,
  pageContext,
  textOf,
  without,
} from '../senders/mapping.ts';
import type { Format, Wishes } from './format.ts';
import { lineRows, objectIn } from './rows.ts';

export const accessLogFormat: Format = {
  rows: lineRows,
  read: (values, wishes) => readLine(String(values.line), wishes),
};

interface Hit {
  host: string | undefined;
  ip: string;
  at: string;
  method: string;
  target: string;
  status: number;
  referrer: string | undefined;
  userAgent: string;
  /** Where the log tells it. */
  contentType: string | undefined;
}

const leftOut = {
  noPage: 'no page: another method, an asset, an endpoint or an error',
  people: 'people: --people takes them too, where no script counts them',
  programs: 'programs that do not say what they are',
} as const;

function readLine(text: string, { ids, site, hasPeople }: Wishes): Mapped {
  const hit = text.startsWith('{') ? caddyHit(text) : combinedHit(text);
  if (!hit) {
    return { refused: 'it is no line of the combined, the common or the Caddy JSON format' };
  }
  if (!isPageView(hit)) return { dropped: leftOut.noPage };
  const { userAgent, at, ip } = hit;
  const origin =
    hit.host === undefined ? site?.origin : `${site?.protocol ?? 'https:'}//${hit.host}`;
  if (origin === undefined) {
    throw new StartError(
      'The lines do not say of which website they are: add --site https://www.example.com.',
    );
  }
  if (!isBot(userAgent)) {
    if (isProgram(userAgent)) return { dropped: leftOut.programs };
    if (!hasPeople) return { dropped: leftOut.people };
  }
  const url = `${origin}${hit.target}`;
  const context = {
    ...pageContext({ url, referrer: hit.referrer }),
    user_agent: userAgent.slice(0, 1024),
    ip: isIP(ip) ? ip : undefined,
  };
  const message = {
    type: 'event',
    name: 'page_view',
    // The same line is the same view, in whatever file it stands by now.
    message_id: `log ${namedId(text)}`,
    visitor_id: ids.ofAnonymous(`log ${JSON.stringify([at.slice(0, 10), origin, ip, userAgent])}`),
    timestamp: at,
    context: without(context),
  };
  return { messages: [message] };
}

/** As the service judges what a backend says of others. */
export function isBot(userAgent: string): boolean {
  const signals = { userAgent, connection: '', headers: undefined, isDriven: false } as const;
  return detectBot(signals) !== undefined;
}

/** Neither a browser nor by its own word a bot: the service would take it for a person. */
function isProgram(userAgent: string): boolean {
  const headers = {
    acceptLanguage: 'en',
    secFetchSite: 'none',
    clientHintsBrand: '',
    signatureAgent: '',
    isSecure: true,
  };
  return detectBot({ userAgent, connection: '', headers, isDriven: false }) !== undefined;
}

const pageEndings = new Set([
  '',
  'html',
  'htm',
  'xhtml',
  'shtml',
  'php',
  'asp',
  'aspx',
  'jsp',
  'md',
]);
const endpoints = /^\/(?:api|_next|_nuxt|\.well-known|cdn-cgi|wp-json|graphql|ingest)(?:\/|$)/i;

function isPageView({ method, target, status, contentType }: Hit): boolean {
  if (method !== 'GET' || !target.startsWith('/')) return false;
  if ((status < 200 || status > 299) && status !== 304) return false;
  if (contentType !== undefined) return /^(?:text\/html|application\/xhtml)/i.test(contentType);
  const [path = ''] = target.split(/[?#]/, 1);
  const [, ending = ''] = /\.([a-z0-9]{1,8})$/i.exec(path.slice(path.lastIndexOf('/'))) ?? [];
  return pageEndings.has(ending.toLowerCase()) && !endpoints.test(path);
}

/** A quoted part: what a browser sends with a quote or a backslash in it is escaped. */
const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
const combined = new RegExp(
  `^(?:(\\S+) (?=[0-9a-f.:]*[.:][0-9a-f.:]* ))?(\\S+) \\S+ \\S.*? ?\\[(\\d\\d)/(\\w{3})/(\\d{4}):(\\d\\d:\\d\\d:\\d\\d) ([+-]\\d\\d)(\\d\\d)\\] ${quoted} (\\d{3}) (?:\\d+|-)(?: ${quoted} ${quoted})?`,
);
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function combinedHit(text: string): Hit | undefined {
  const found = combined.exec(text.slice(0, 20_000));
  if (!found) return undefined;
  const [, first, second = '', day, month = '', year, time, hours, minutes, request = ''] = found;
  const [status, referrer = '', userAgent = ''] = found.slice(10);
  const [, method, target] = /^([A-Z]{1,20}) (\S+)(?: HTTP\/[\d.]+)?$/.exec(request) ?? [];
  const place = months.indexOf(month);
  if (place < 0) return undefined;
  const local = `${year}-${String(place + 1).padStart(2, '0')}-${day}T${time}${hours}:${minutes}`;
  const at = new Date(local);
  if (Number.isNaN(at.getTime())) return undefined;
  return {
    host: hostOf(first),
    ip: second,
    at: at.toISOString(),
    // What is no request in HTTP is none for a page either.
    method: method ?? '',
    target: unescaped(target ?? ''),
    status: Number(status),
    referrer: orNone(unescaped(referrer)),
    userAgent: orNone(unescaped(userAgent)) ?? '',
    contentType: undefined,
  };
}

function caddyHit(text: string): Hit | undefined {
  const line = objectIn(text);
  const request = fieldsOf(line?.request);
  const at = caddyTime(line?.ts);
  const [method, target] = [textOf(request.method), textOf(request.uri)];
  if (!line || at === undefined || method === undefined || target === undefined) return undefined;
  const headers = fieldsOf(request.headers);
  return {
    host: hostOf(textOf(request.host)),
    ip: textOf(request.client_ip) ?? textOf(request.remote_ip) ?? textOf(request.remote_addr) ?? '',
    at,
    method,
    target,
    status: Number(line.status),
    referrer: headerIn(headers, 'Referer'),
    userAgent: headerIn(headers, 'User-Agent') ?? '',
    contentType: headerIn(fieldsOf(line.resp_headers), 'Content-Type'),
  };
}

/** Seconds since 1970, or an instant as text. */
function caddyTime(ts: unknown): string | undefined {
  const time = new Date(typeof ts === 'number' ? Math.round(ts * 1000) : (textOf(ts, 40) ?? ''));
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function headerIn(headers: Fields, name: string): string | undefined {
  const [, value] =
    Object.entries(headers).find(([own]) => own.toLowerCase() === name.toLowerCase()) ?? [];
  return textOf(Array.isArray(value) ? value[0] : value);
}

/** Without its port. Undefined for what is none. */
function hostOf(text: string | undefined): string | undefined {
  const host = text?.replace(/:\d+$/, '').toLowerCase();
  return host !== undefined &&
    /^[a-z0-9_.-]+\.[a-z0-9-]+$|^localhost$/.test(host) &&
    isIP(host) === 0
    ? host
    : undefined;
}

function orNone(text: string): string | undefined {
  return text === '' || text === '-' ? undefined : text;
}

/** \" and \xHH, as nginx and Apache write what would end the quote. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const bytes = text.replaceAll(/\\x([0-9A-Fa-f]{2})/g, (_, hex: string) => `%${hex}`);
  return bytes.replaceAll(/\\(.)/g, '$1');
}
