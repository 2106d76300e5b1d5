/** Checks of `doctor` around the service: its port, the proxy, mail server, OpenID provider and Redis, five seconds each. */
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config, OidcConfig } from '../platform/config.ts';
import { type Check, Warning } from './check.ts';

const deadlineMs = 5_000;
const tooLate = `does not answer within ${deadlineMs / 1000} seconds`;

export function outsideChecks(config: Config): Check[] {
  const { smtpUrl, oidc, redisUrl, metrics } = config;
  return [
    ['Port', () => portState(config, 'PORT')],
    ...checkOf('Metrics', metrics.port, (port) =>
      portState({ host: metrics.host, port }, 'METRICS_PORT', metrics.token),
    ),
    ['Proxy', async () => proxyState(config)],
    ['Public address', () => publicState(config)],
    ...checkOf('Mail', smtpUrl, (url) => mailState(url, config)),
    ...checkOf('Sign-in', oidc, providerState),
    ...checkOf('Redis', redisUrl, redisState),
  ];
}

function checkOf<T>(name: string, set: T | undefined, look: (set: T) => Promise<string>): Check[] {
  return set === undefined ? [] : [[name, () => look(set)]];
}

function proxyState({ trustProxy, publicUrl }: Config): string {
  if (trustProxy.length > 0) return `trusts X-Forwarded-For from ${trustProxy.join(', ')}`;
  if (!publicUrl.startsWith('https:')) return 'no proxy is trusted';
  throw new Error(
    `PUBLIC_URL is ${publicUrl}, so there is a TLS proxy, but TRUST_PROXY is not set: every visitor appears with the address of the proxy. Make the proxy send X-Forwarded-For, and set TRUST_PROXY to its address.`,
  );
}

type Place = Pick<Config, 'port' | 'host'>;

async function portState(
  place: Place,
  setting: 'PORT' | 'METRICS_PORT',
  token?: string,
): Promise<string> {
  const { port, host } = place;
  const taken = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
  if (!taken) return `${port} on ${host} is free`;
  const isOurs = await (setting === 'PORT' ? isServing(place) : hasMetrics(place, token));
  if (isOurs) return `${port} on ${host} answers`;
  throw new Error(
    `${port} on ${host} is in use by another program. Stop it, or set ${setting} to another port.`,
  );
}

const isServing = async (place: Place) => (await askHere(place, '/healthz'))?.ok ?? false;

/** Other programs have metrics too. */
async function hasMetrics(place: Place, token: string | undefined): Promise<boolean> {
  const headers = { authorization: `Bearer ${token ?? ''}` };
  const answer = await askHere(place, '/metrics', headers);
  const text = await answer?.text().catch(() => '');
  return text?.includes('footfall_') ?? false;
}

async function askHere({ port, host }: Place, path: string, headers: Record<string, string> = {}) {
  const signal = AbortSignal.timeout(deadlineMs);
  const name = host.includes(':') ? `[${host}]` : host;
  return fetch(`http://${name}:${port}${path}`, { signal, headers }).catch(() => undefined);
}

/** From this machine, which may be unable to reach its own public address while others can. */
async function publicState({ publicUrl, host, port }: Config): Promise<string> {
  if (!(await isServing({ host, port })))
    return `${publicUrl} not checked: the service is not running`;
  const ask = (path: string) =>
    fetch(`${publicUrl}${path}`, { signal: AbortSignal.timeout(deadlineMs) });
  const answer = await ask('/healthz').catch((error: unknown) => {
    throw new Warning(
      `${publicUrl} ${whyNot(error)}, as seen from this machine. Check that the proxy is running and that PUBLIC_URL is its address.`,
    );
  });
  if (!answer.ok) {
    throw new Warning(
      `${publicUrl}/healthz answers ${answer.status}. Check that the proxy forwards requests to http://${host}:${port} and that PUBLIC_URL is its address.`,
    );
  }
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(publicUrl).hostname);
  if (!isLocal && (await ask('/metrics').catch(() => undefined))?.ok) {
    throw new Warning(
      `Anyone can read ${publicUrl}/metrics. Make the proxy answer 404 there, or set METRICS_TOKEN or METRICS_PORT.`,
    );
  }
  return `${publicUrl} reaches the service`;
}

/** Logs in as the service does. */
async function mailState(
  url: string,
  { mailFrom, smtpNeedsTls: needsTls }: Config,
): Promise<string> {
  const { NoTlsError, smtpMailer } = await import('../accounts/sign-in/mail.ts');
  let fault: unknown;
  const onError = (error: unknown) => {
    fault ??= error;
  };
  const mailer = smtpMailer(url, mailFrom, onError, { needsTls, limit: async () => undefined });
  const isReachable = await mailer.isReachable();
  await mailer.close();
  const { host } = new URL(url);
  if (isReachable) return `${host} accepts the connection`;
  if (fault instanceof NoTlsError) {
    throw new Error(
      `${host} does not support encryption, so no mail is sent. ${NoTlsError.advice}.`,
    );
  }
  throw new Error(
    `${host} ${fault === undefined ? tooLate : whyNot(fault)}, so no mail is sent. Check that the server is running and that SMTP_URL has the right port, user and password.`,
  );
}

async function providerState({ issuer }: OidcConfig): Promise<string> {
  const fails = (why: string) =>
    new Error(
      `${issuer} ${why}, so nobody can sign in with it. Set OIDC_ISSUER to the address without /.well-known/openid-configuration.`,
    );
  const bare = issuer.replace(/\/$/, '');
  const signal = AbortSignal.timeout(deadlineMs);
  const answer = await fetch(`${bare}/.well-known/openid-configuration`, { signal }).catch(
    (error: unknown) => {
      throw fails(whyNot(error));
    },
  );
  if (!answer.ok) throw fails(`answers ${answer.status}`);
  const metadata = (await answer.json().catch((error: unknown) => {
    throw fails(error instanceof SyntaxError ? 'does not answer with JSON' : whyNot(error));
  })) as { issuer?: unknown } | null;
  const named = String(metadata?.issuer ?? '');
  if (named.replace(/\/$/, '') !== bare)
    throw fails(named ? `names ${named} as the issuer` : 'names no issuer');
  return `${issuer} answers as an OpenID provider`;
}

async function redisState(url: string): Promise<string> {
  const { Redis } = await import('ioredis');
  const { host } = new URL(url);
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let fault: unknown;
  redis.on('error', (error) => {
    fault = error;
  });
  const reply = redis.ping().then(
    () => undefined,
    (error: unknown) => whyNot(fault ?? error),
  );
  const why = await Promise.race([reply, sleep(deadlineMs, tooLate, { ref: false })]);
  redis.disconnect();
  if (why === undefined) return `${host} answers`;
  throw new Error(
    `${host} ${why}, so each process counts requests separately. Check that it is running and that REDIS_URL has the right port and password.`,
  );
}

const reasons: [pattern: RegExp, words: string][] = [
  [/ECONNREFUSED/, 'refuses the connection'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'cannot be resolved'],
  [/TimeoutError|ETIMEDOUT|ETIME/, tooLate],
  [/EAUTH|WRONGPASS|NOAUTH|NOPERM/, 'rejects the user or password'],
  [/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/, 'has an untrusted certificate'],
  [/EHOSTUNREACH|ENETUNREACH/, 'cannot be reached from this machine'],
  [/ECONNRESET|EPIPE|other side closed/, 'closes the connection'],
  [/ERR_SSL_/, 'does not answer with TLS, as https needs'],
];

/** In words: codes and messages of others are unclear, and may contain a password. */
function whyNot(error: unknown): string {
  const text = textsOf(error).join(' ');
  const [, words] = reasons.find(([pattern]) => pattern.test(text)) ?? [];
  return (
    words ?? `cannot be used (${/\b[A-Z]+_[A-Z_]+\b/.exec(text)?.[0] ?? text.split(' ', 1)[0]})`
  );
}

/** Codes, names and messages of an error, its cause, and aggregated errors. */
function textsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error ? [String(error.code)] : [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...code, error.name, error.message, ...inner.flatMap(textsOf)];
}
