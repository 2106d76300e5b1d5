/**
 * Reads access log lines as page views: nginx's and Apache's combined and common formats, also with a leading virtual
 * host, Caddy's JSON, and custom log formats; raw or wrapped by syslog or Docker.
 */
import { isIP } from 'node:net';
import { detectBot } from '../../enrichment/user-agents/detect-bot.ts';
import { namedId } from '../../platform/common/ids.ts';
import { StartError } from '../../platform/common/start-error.ts';
import { type Fields, fieldsOf, type Mapped, pageContext, without } from '../senders/mapping.ts';
import type { Format, Wishes } from './format.ts';
import { type Hit, hostOf, instantOf, jsonHit, orNone, requestOf, unescaped } from './json-log.ts';
import { lineRows, objectIn } from './rows.ts';

export const accessLogFormat: Format = {
  rows: lineRows,
  read: (values, wishes) => readLine(String(values.line), wishes),
};

const leftOut = {
  noPage: 'not a page view: another method, an asset, an endpoint or an error',
  people: 'people; add --people to import them, for sites without the script',
  programs: 'unidentified programs',
  noRequest: 'not a request: messages of the server',
} as const;

function readLine(text: string, { ids, site, hasPeople }: Wishes): Mapped {
  const hit = hitIn(text);
  if (hit === 'none') return { dropped: leftOut.noRequest };
  if (typeof hit === 'string') return { refused: hit };
  if (!isPageView(hit)) return { dropped: leftOut.noPage };
  const { userAgent, at, ip } = hit;
  const origin =
    hit.host === undefined ? site?.origin : `${site?.protocol ?? 'https:'}//${hit.host}`;
  if (origin === undefined) {
    throw new StartError(
      'The lines have no host. Add the address of the website: --site https://www.example.com.',
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
    // The same line is the same view, whichever file it is in.
    message_id: `log ${namedId(text)}`,
    visitor_id: ids.ofAnonymous(`log ${JSON.stringify([at.slice(0, 10), origin, ip, userAgent])}`),
    timestamp: at,
    context: without(context),
  };
  return { messages: [message] };
}

/** Applies the same bot rules as ingest does for backends. */
export function isBot(userAgent: string): boolean {
  const signals = { userAgent, connection: '', headers: undefined, isDriven: false } as const;
  return detectBot(signals) !== undefined;
}

/** Neither a browser nor a declared bot: the service would take it for a person. */
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

const unknown =
  'not in the combined or common format, and not JSON with time, address, request and status';

/** The request in a line, 'none' if it has none, or why it cannot be read. */
function hitIn(text: string): Hit | 'none' | string {
  const line = text.replace(syslog, '');
  if (!line.startsWith('{')) return combinedHit(line) ?? otherLine(line);
  const fields = objectIn(line);
  if (!fields) return 'not a complete JSON object';
  const inner = innerLine(fields);
  if (inner === undefined) return jsonHit(fields) ?? unknown;
  const hit = inner.startsWith('{') ? jsonHit(fieldsOf(objectIn(inner))) : combinedHit(inner);
  return hit ?? otherLine(inner);
}

/** Unwraps Docker's and the journal's JSON, and messages that contain a line in the usual format. */
function innerLine({ log, stream, MESSAGE, message }: Fields): string | undefined {
  if (typeof log === 'string' && typeof stream === 'string') return log.trim();
  if (typeof MESSAGE === 'string') return MESSAGE.trim();
  return typeof message === 'string' && combinedHit(message) ? message : undefined;
}

const syslog =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) \S+ [\w./-]+(?:\[\d+\])?: /;
/** nginx's and Apache's error logs, which containers print between requests. */
const errors =
  /^(?:\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[\w+\] |\[\w{3} \w{3} \d\d [\d:.]+ \d{4}\] \[)/;
const console = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\.\d+\t/;

function otherLine(line: string): string {
  if (errors.test(line)) return 'none';
  return console.test(line)
    ? "in Caddy's console format, which has no time zone; log as JSON (format json)"
    : unknown;
}

/** A quoted part, with quotes and backslashes escaped. */
const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
/** 04/Mar/2026:10:00:00 +0100, or an ISO 8601 time. */
const time =
  '\\[(?:(\\d\\d)/(\\w{3})/(\\d{4}):(\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d+)? ([+-]\\d\\d)(\\d\\d)|(\\d{4}-\\d\\d-\\d\\dT[\\d:.+Z-]{5,40}))\\]';
/** A virtual host precedes the line if an address, or a name without identity, follows it. */
const vhost = '(?:(\\S+) (?=[0-9a-f]*[.:][0-9a-f.:]* |[^\\s.:]*[.:]\\S* - ))?';
const combined = new RegExp(
  `^${vhost}(\\S+) \\S+ \\S.*? ?${time} ${quoted} (\\d{3}) (?:\\d+|-)(?: ${quoted} ${quoted})?`,
);
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function combinedHit(text: string): Hit | undefined {
  const match = combined.exec(text.slice(0, 20_000));
  if (!match) return undefined;
  const [, first, second = ''] = match;
  const [request = '', status, referrer = '', userAgent = ''] = match.slice(10);
  const at = timeIn(match.slice(3, 10));
  if (at === undefined) return undefined;
  return {
    host: hostOf(first),
    ip: second,
    at,
    ...requestOf(request),
    status: Number(status),
    referrer: orNone(unescaped(referrer)),
    userAgent: orNone(unescaped(userAgent)) ?? '',
    contentType: undefined,
  };
}

function timeIn(parts: (string | undefined)[]): string | undefined {
  const [day, month = '', year, clock, hours, minutes, iso] = parts;
  const place = months.indexOf(month);
  if (iso === undefined && place < 0) return undefined;
  const local = `${year}-${String(place + 1).padStart(2, '0')}-${day}T${clock}${hours}:${minutes}`;
  return iso === undefined ? instantOf(local) : instantOf(iso);
}
