/**
 * Reads requests from JSON log lines: Caddy's, Traefik's, and custom log_format with `escape=json` (nginx) or LogFormat
 * (Apache), with any field names. Based on lines and configurations in public repositories.
 */
import { isIP } from 'node:net';
import { type Fields, fieldsOf, idOf, textOf } from '../senders/mapping.ts';

export interface Hit {
  host: string | undefined;
  ip: string;
  at: string;
  method: string;
  target: string;
  status: number;
  referrer: string | undefined;
  userAgent: string;
  /** If the log has it. */
  contentType: string | undefined;
}

/** The request; 'none' if there is none, undefined if the line cannot be read. */
export function jsonHit(line: Fields): Hit | 'none' | undefined {
  if (typeof line.request === 'object' && line.request !== null) return caddyHit(line);
  const hit = namedHit(line);
  if (hit) return hit;
  const isOfServer = 'level' in line && ('msg' in line || 'message' in line);
  return isOfServer ? 'none' : undefined;
}

function caddyHit(line: Fields): Hit | undefined {
  const request = fieldsOf(line.request);
  const at = timeOf(line.ts);
  const [method, target] = [textOf(request.method), textOf(request.uri)];
  if (at === undefined || method === undefined || target === undefined) return undefined;
  const headers = fieldsOf(request.headers);
  return {
    host: hostOf(textOf(request.host)),
    // Before 2.5, this field was the address with its port.
    ip:
      addressOf(request.client_ip) ??
      addressOf(request.remote_ip) ??
      addressOf(request.remote_addr) ??
      '',
    at,
    method,
    target,
    status: Number(line.status),
    referrer: headerIn(headers, 'Referer'),
    userAgent: headerIn(headers, 'User-Agent') ?? '',
    contentType: headerIn(fieldsOf(line.resp_headers), 'Content-Type'),
  };
}

/** In lower case, without separators. The first with a value counts. */
const names = {
  time: [
    'timeiso8601',
    'msec',
    'timelocal',
    'timestamp',
    'startutc',
    'time',
    'ts',
    'datetime',
    'date',
  ],
  ip: [
    'clientip',
    'remoteaddr',
    'remoteip',
    'realip',
    'xrealip',
    'remote',
    'clienthost',
    'remotehost',
    'client',
    'clientaddr',
    'ip',
    'addr',
  ],
  request: ['request', 'requestline', 'requestfirstline'],
  method: ['requestmethod', 'method', 'httpmethod', 'verb'],
  target: ['requesturi', 'requestpath', 'uri', 'url', 'path', 'requesturl'],
  status: [
    'status',
    'downstreamstatus',
    'statuscode',
    'responsestatus',
    'responsecode',
    'httpstatus',
    'response',
  ],
  referrer: ['httpreferer', 'httpreferrer', 'referer', 'referrer', 'requestreferer'],
  userAgent: ['httpuseragent', 'useragent', 'agent', 'ua', 'requestuseragent'],
  host: ['host', 'httphost', 'requesthost', 'vhost', 'virtualhost', 'servername', 'domain'],
  contentType: ['senthttpcontenttype', 'downstreamcontenttype', 'responsecontenttype'],
} as const satisfies Record<string, string[]>;

function namedHit(line: Fields): Hit | undefined {
  const own = new Map(
    Object.entries(line).flatMap(([name, value]): [string, string][] => {
      const text = idOf(value);
      const fieldName = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
      return text === undefined || text === '-' ? [] : [[fieldName, text]];
    }),
  );
  const first = (what: keyof typeof names) => {
    const name = names[what].find((one) => own.has(one));
    return name === undefined ? undefined : own.get(name);
  };
  const at = timeOf(first('time'));
  const [ip, status] = [addressOf(first('ip')), first('status')];
  if (at === undefined || ip === undefined || !/^\d{3}$/.test(status ?? '')) return undefined;
  const request = first('request');
  const [method, target] = [first('method'), first('target')];
  const isWhole = method !== undefined && target !== undefined;
  if (request === undefined && !isWhole) return undefined;
  // nginx's $uri lacks the query, which the full request line has.
  const requestLine = requestOf(request ?? '');
  return {
    host: hostOf(first('host')),
    ip,
    at,
    ...(requestLine.method === '' && isWhole ? { method, target } : requestLine),
    status: Number(status),
    referrer: first('referrer'),
    userAgent: first('userAgent') ?? '',
    contentType: first('contentType'),
  };
}

const monthOf = /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/;

/** Accepts Unix time in s, ms, µs or ns, as number or text, or an instant with a time zone. */
function timeOf(value: unknown): string | undefined {
  const text = idOf(value)?.slice(0, 40);
  if (text === undefined) return undefined;
  if (!/^\d{9,19}(?:\.\d+)?$/.test(text)) return instantOf(localTime(text));
  const [whole = ''] = text.split('.');
  const perSecond = 1000 ** Math.max(0, Math.ceil((whole.length - 11) / 3));
  return instantOf((Number(text) / perSecond) * 1000);
}

function localTime(text: string): string {
  const [, day, month, year, clock, hours, minutes] = monthOf.exec(text) ?? [];
  return day === undefined ? text : `${day} ${month} ${year} ${clock} ${hours}${minutes}`;
}

/** Text without a time zone is rejected: the log's clock is unknown. */
export function instantOf(value: string | number): string | undefined {
  if (typeof value === 'string' && !/(?:[Zz]|[+-]\d\d:?\d\d)$/.test(value)) return undefined;
  const time = new Date(typeof value === 'number' ? Math.round(value) : value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Without its port. */
function addressOf(value: unknown): string | undefined {
  const text = textOf(value, 100);
  if (text === undefined || isIP(text) !== 0) return text;
  const [, bracketed, bare] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(text) ?? [];
  return bracketed ?? bare ?? text;
}

function headerIn(headers: Fields, name: string): string | undefined {
  const [, value] =
    Object.entries(headers).find(([own]) => own.toLowerCase() === name.toLowerCase()) ?? [];
  return textOf(Array.isArray(value) ? value[0] : value);
}

/** Without its port. Undefined if it is no host. */
export function hostOf(text: string | undefined): string | undefined {
  const host = text?.replace(/:\d+$/, '').toLowerCase();
  return host !== undefined &&
    /^[a-z0-9_.-]+\.[a-z0-9-]+$|^localhost$/.test(host) &&
    isIP(host) === 0
    ? host
    : undefined;
}

export function orNone(text: string): string | undefined {
  return text === '' || text === '-' ? undefined : text;
}

/** A request that is not HTTP is no page view. */
export function requestOf(text: string): Pick<Hit, 'method' | 'target'> {
  const [, method = '', target = ''] = /^([A-Z]{1,20}) (\S+)(?: HTTP\/[\d.]+)?$/.exec(text) ?? [];
  return { method, target: unescaped(target) };
}

/** Decodes \" and \xHH, which nginx and Apache write. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const bytes = text.replaceAll(/\\x([0-9A-Fa-f]{2})/g, (_, hex: string) => `%${hex}`);
  return bytes.replaceAll(/\\(.)/g, '$1');
}
