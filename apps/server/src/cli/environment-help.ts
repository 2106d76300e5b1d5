/** Every variable with its meaning, for `footfall --help`. */
export const environmentHelp: Record<string, string> = {
  PORT: 'port to listen on (8080)',
  HOST: 'address to listen on (127.0.0.1; 0.0.0.0 for every network)',
  DATA_DIR: 'directory of the embedded database (./data)',
  DATABASE_URL: 'PostgreSQL 15 or newer to use instead of the embedded database',
  DATABASE_PREPARE: 'set to false for PgBouncer before 1.21 in transaction mode (true)',
  SECRET_KEY:
    'signs cookies and encrypts one-time codes: 32 characters or more, followed by former keys, comma-separated (DATA_DIR/secret.key)',
  REDIS_URL: 'Redis for rate limits that several processes share',
  SINK_CLICKHOUSE_URL:
    'ClickHouse to copy visits and events to, as http://user:password@host:8123/database (none)',
  PUBLIC_URL: 'address at which browsers reach the service (http://HOST:PORT)',
  ALLOWED_HOSTS: 'other host names for the dashboard and /metrics, comma-separated (none)',
  PATHS: 'other paths for the scripts and ingest, as "script=/a.js extra=/b.js ingest=/a" (none)',
  TRUST_PROXY:
    'proxies to trust for X-Forwarded-For: addresses or networks, comma-separated (none)',
  RENEW_COOKIES:
    "false: do not renew the script's cookie on websites of the service's own domain (true)",
  SESSION_IDLE_MINUTES: 'minutes after which an unused session ends (10080)',
  SESSION_MAX_HOURS: 'hours after which every session ends (720)',
  SECURITY_LOG_DAYS: 'days to keep security events (365)',
  LOG_FAILED_SIGN_INS:
    'true: log the full client address of each failed sign-in, for fail2ban (false)',
  SMTP_URL: 'mail server, as smtp://user:password@host:587 or smtps://… (none)',
  SMTP_TLS: 'required, or optional for a mail server without encryption (required)',
  MAIL_FROM: 'sender of mails (footfall@ the host of PUBLIC_URL)',
  MAILS_PER_HOUR: 'most mails an hour of each kind: invitations, resets, notices (500)',
  OIDC_ISSUER: 'OpenID provider for sign-in; also set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  OIDC_CLIENT_ID: 'client ID from the provider',
  OIDC_CLIENT_SECRET: 'client secret from the provider',
  OIDC_DOMAINS: 'mail domains that join as viewers without an invitation, comma-separated (none)',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (info)',
  RATE_LIMIT_PER_MINUTE: 'REST requests a minute for each secret key (1000)',
  WORKSPACE_RATE_LIMIT_PER_MINUTE: 'REST requests a minute for all keys of a workspace (10000)',
  ADDRESS_RATE_LIMIT_PER_MINUTE: 'requests a minute from an address without a valid key (6000)',
  INGEST_RATE_LIMIT_PER_MINUTE: 'ingest requests a minute for each write key (600000)',
  REQUEST_DEADLINE_MS:
    'milliseconds until a request gets 503 when the database does not answer (4500)',
  CONNECTION_DEADLINE_MS: 'milliseconds until a silent database connection is closed (12000)',
  BACKUP_DIR: 'folder for a daily backup (none)',
  BACKUP_KEEP: 'daily backups to keep (7)',
  BACKUP_PASSPHRASE: 'passphrase to encrypt backups with, 12 characters or more (none)',
  METRICS_TOKEN: 'bearer token required to read /metrics (none)',
  METRICS_PORT: 'separate port for /metrics; PORT then answers 404 (none)',
  METRICS_HOST: 'address for METRICS_PORT to listen on (127.0.0.1)',
};
