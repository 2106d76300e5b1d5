/** Settings from the environment, read once and passed on. Only this file reads process.env. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseProxies } from './common/proxies.ts';
import { StartError } from './common/start-error.ts';
import { usualLifetime } from './session-lifetime.ts';
import {
  hostNamesIn,
  integerIn,
  listenHostIn,
  listIn,
  mailboxIn,
  portIn,
  publicUrlIn,
  truthIn,
  urlIn,
} from './setting-values.ts';
import { parseSinkUrl } from './sink-url.ts';
import { parsePaths } from './site-paths.ts';

export interface MetricsConfig {
  /** Undefined: /metrics needs no token. */
  token: string | undefined;
  host: string;
  /** Undefined: on the main port. */
  port: number | undefined;
}

export type Config = ReturnType<typeof loadConfig>;

export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Domains whose people may join without an invitation. */
  domains: string[];
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** These hold passwords: each may be in a file, named by the same variable with _FILE. */
const secretNames = [
  'DATABASE_URL',
  'REDIS_URL',
  'SINK_CLICKHOUSE_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'SECRET_KEY',
  'BACKUP_PASSPHRASE',
  'METRICS_TOKEN',
] as const;
const mostSecretBytes = 64 * 1024;

export const secretFilesHelp = `To read one of ${secretNames.join(', ')} from a file, append _FILE to its name, such as SMTP_URL_FILE, and set it to the path.`;

export function loadConfig(environment: NodeJS.ProcessEnv) {
  const env = withSecretFiles(environment);
  const port = integerIn(env, 'PORT', 8080, 0, 65_535);
  const host = listenHostIn(env, 'HOST');
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const publicUrl =
    publicUrlIn(env, 'PUBLIC_URL') ??
    `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`;
  return {
    port,
    host,
    dataDir: resolve(env.DATA_DIR || 'data'),
    /** A PostgreSQL 15+ to use instead of the embedded engine. */
    databaseUrl: databaseUrl(env),
    /** Shares rate limits between processes. */
    redisUrl: urlIn(env, 'REDIS_URL', ['redis:', 'rediss:']),
    /** A ClickHouse that receives a copy of the data. */
    sinkUrl: sinkUrl(env),
    /** The service's public URL, without a trailing slash. */
    publicUrl,
    /** Additional paths of the script and ingest. */
    paths: parsePaths(env.PATHS ?? ''),
    /** Addresses and networks with a trusted X-Forwarded-For. */
    trustProxy: parseProxies(listIn(env, 'TRUST_PROXY')),
    /** Renews the visitor cookie of the service's own site with each response. */
    renewsCookies: truthIn(env, 'RENEW_COOKIES', true),
    /** The first signs cookies and encrypts one-time codes; earlier ones still decrypt. */
    secretKeys: secretKeys(env),
    sessions: {
      idleMinutes: integerIn(env, 'SESSION_IDLE_MINUTES', usualLifetime.idleMinutes, 5, 525_600),
      maxHours: integerIn(env, 'SESSION_MAX_HOURS', usualLifetime.maxHours, 1, 8_760),
    },
    /** Days to keep security events. */
    securityLogDays: integerIn(env, 'SECURITY_LOG_DAYS', 365, 1, 3_650),
    /** Logs the client address of each failed sign-in. */
    logsFailedSignIns: truthIn(env, 'LOG_FAILED_SIGN_INS', false),
    /** Additional hosts for dashboard and metrics, beside PUBLIC_URL's. */
    allowedHosts: hostNamesIn(
      env,
      'ALLOWED_HOSTS',
      'Write host names separated by commas, such as footfall,metrics.internal, without https://, port, path or *.',
    ),
    /** Mail server; undefined: no mail. */
    smtpUrl: smtpUrl(env),
    /** The mail server must encrypt. */
    smtpNeedsTls: smtpNeedsTls(env),
    /** Sender of mail. */
    mailFrom: mailboxIn(env, 'MAIL_FROM', `Footfall <footfall@${new URL(publicUrl).hostname}>`),
    /** Per kind, for the whole installation. */
    mailsPerHour: integerIn(env, 'MAILS_PER_HOUR', 500, 1, 1_000_000),
    /** The operator's OpenID provider for sign-in. */
    oidc: oidc(env),
    logLevel: logLevel(env.LOG_LEVEL),
    /** Requests per minute for each secret key and each member. */
    rateLimitPerMinute: integerIn(env, 'RATE_LIMIT_PER_MINUTE', 1000, 1, 1e9),
    /** REST requests per minute for all secret keys of a workspace together. */
    workspaceRateLimitPerMinute: integerIn(env, 'WORKSPACE_RATE_LIMIT_PER_MINUTE', 10_000, 1, 1e9),
    /** Requests per minute for a client address without a known key. */
    addressRateLimitPerMinute: integerIn(env, 'ADDRESS_RATE_LIMIT_PER_MINUTE', 6_000, 1, 1e9),
    /** Ingest requests per minute for each write key. */
    ingestRateLimitPerMinute: integerIn(env, 'INGEST_RATE_LIMIT_PER_MINUTE', 600_000, 1, 1e9),
    /** Milliseconds until a request gets 503 if the database does not respond. */
    requestDeadlineMs: integerIn(env, 'REQUEST_DEADLINE_MS', 4_500, 100, 600_000),
    /** Longest silence on a database connection, in milliseconds. */
    connectionDeadlineMs: integerIn(env, 'CONNECTION_DEADLINE_MS', 12_000, 200, 600_000),
    /** Folder for daily backups; undefined: none are made. */
    backupDir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : undefined,
    /** Number of backups to keep. */
    backupKeep: integerIn(env, 'BACKUP_KEEP', 7, 1, 1_000),
    /** Passphrase for encrypting and opening backups. */
    backupPassphrase: backupPassphrase(env),
    metrics: metrics(env, port),
  };
}

/** A stolen backup allows unlimited guesses. */
const shortestPassphrase = 12;

function backupPassphrase({ BACKUP_PASSPHRASE: text }: NodeJS.ProcessEnv): string | undefined {
  if (!text) return undefined;
  if (text.length >= shortestPassphrase) return text;
  throw new StartError(
    `BACKUP_PASSPHRASE has ${text.length} characters. Use at least ${shortestPassphrase}.`,
  );
}

function metrics(env: NodeJS.ProcessEnv, mainPort: number): MetricsConfig {
  const { METRICS_TOKEN: token } = env;
  if (token && !/^\S{16,}$/.test(token)) {
    throw new StartError(
      'METRICS_TOKEN must have at least 16 characters and no spaces. Create one with: openssl rand -hex 24',
    );
  }
  const port = portIn(env, 'METRICS_PORT');
  if (port === undefined && env.METRICS_HOST) {
    throw new StartError(
      'METRICS_HOST is set without METRICS_PORT. Set METRICS_PORT too, or remove METRICS_HOST.',
    );
  }
  if (port !== undefined && port !== 0 && port === mainPort) {
    throw new StartError('METRICS_PORT and PORT are the same. Choose another METRICS_PORT.');
  }
  return { token: token || undefined, host: listenHostIn(env, 'METRICS_HOST'), port };
}

/** @throws StartError without the file's content */
function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const filled = { ...env };
  for (const name of secretNames) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new StartError(`${name} and ${name}_FILE are both set. Remove one.`);
    filled[name] = readSecret(`${name}_FILE`, file);
  }
  return filled;
}

function readSecret(name: string, file: string): string {
  let text: string;
  try {
    if (statSync(file).size > mostSecretBytes) throw new Error('it is too large for a secret');
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new StartError(
      `${name} is ${file}, which cannot be read: ${(error as Error).message}. Use a file that this user can read and that holds only the value.`,
      { cause: error },
    );
  }
  if (text) return text;
  throw new StartError(`${name} is ${file}, which is empty. Write the value to it.`);
}

function secretKeys(env: NodeJS.ProcessEnv): string[] {
  const keys = listIn(env, 'SECRET_KEY');
  // Not repeated: a short key may still be in use.
  if (keys.some((key) => key.length < 32)) {
    throw new StartError(
      'SECRET_KEY contains a key shorter than 32 characters. Create one with: openssl rand -hex 32. Append former keys, separated by commas.',
    );
  }
  return keys;
}

function smtpUrl(env: NodeJS.ProcessEnv): string | undefined {
  const address = urlIn(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  if (address === undefined || new URL(address).hostname !== '') return address;
  throw new StartError(
    'SMTP_URL has no host. Write it as smtp://user:password@host:587 or smtps://user:password@host:465.',
  );
}

/** Mail to this machine does not leave it. */
function smtpNeedsTls(env: NodeJS.ProcessEnv): boolean {
  const setting = env.SMTP_TLS || 'required';
  if (setting !== 'required' && setting !== 'optional') {
    throw new StartError(`SMTP_TLS is "${setting}". Set it to required or optional.`);
  }
  const { hostname } = new URL(smtpUrl(env) ?? 'smtp://localhost');
  return setting === 'required' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function oidc(env: NodeJS.ProcessEnv): OidcConfig | undefined {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length && !env.OIDC_DOMAINS) return undefined;
  if (missing.length > 0) {
    throw new StartError(
      `Sign-in with OpenID needs ${missing.join(' and ')}. Set ${missing.length > 1 ? 'them' : 'it'}, or remove the other OIDC_ settings.`,
    );
  }
  const issuer = urlIn(env, 'OIDC_ISSUER', ['https:', 'http:']) ?? '';
  const { protocol, hostname } = new URL(issuer);
  // The issuer decides who may sign in.
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    throw new StartError('OIDC_ISSUER must begin with https:// unless it is on this machine.');
  }
  return {
    issuer,
    clientId: env.OIDC_CLIENT_ID ?? '',
    clientSecret: env.OIDC_CLIENT_SECRET ?? '',
    domains: hostNamesIn(
      // Accepts @example.com.
      { OIDC_DOMAINS: env.OIDC_DOMAINS?.replace(/(^|,)\s*@/g, '$1') },
      'OIDC_DOMAINS',
      'Write mail domains separated by commas, such as example.com,example.org.',
    ),
  };
}

function sinkUrl(env: NodeJS.ProcessEnv): string | undefined {
  const address = urlIn(env, 'SINK_CLICKHOUSE_URL', ['http:', 'https:']);
  return address && parseSinkUrl(address);
}

/**
 * Poolers in transaction mode lose named prepared statements. The driver reads this setting from the URL, so
 * it applies wherever the URL is used.
 */
function databaseUrl(env: NodeJS.ProcessEnv): string | undefined {
  const address = urlIn(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const isPreparing = truthIn(env, 'DATABASE_PREPARE', true);
  if (!address || isPreparing) return address;
  const unprepared = new URL(address);
  unprepared.searchParams.set('prepare', 'false');
  return unprepared.href;
}

function logLevel(text: string | undefined): LogLevel {
  const level = logLevels.find((candidate) => candidate === (text || 'info'));
  if (!level) {
    throw new StartError(`LOG_LEVEL is "${text}". Set it to one of ${logLevels.join(', ')}.`);
  }
  return level;
}
