/** Every variable with its meaning, as `footfall --help` shows it. */
export const environmentHelp: Record<string, string> = {
  PORT: 'port to listen on (8080)',
  HOST: 'address to listen on (127.0.0.1; 0.0.0.0 for every network)',
  DATA_DIR: 'where the embedded database lives (./data)',
  DATABASE_URL: 'a PostgreSQL 15 or newer to use instead of the embedded one',
  DATABASE_PREPARE: 'false for a PgBouncer before 1.21 in transaction mode (true)',
  SECRET_KEY:
    'signs cookies and encrypts one-time codes; 32 characters or more, former keys behind it by commas (DATA_DIR/secret.key)',
  REDIS_URL: 'a Redis for rate limits shared by several processes',
  SINK_CLICKHOUSE_URL:
    'http://user:password@host:8123/database, a ClickHouse that visits and events are sent to (none)',
  PUBLIC_URL: 'how browsers reach the service (http://HOST:PORT)',
  ALLOWED_HOSTS:
    'other host names under which dashboard and /metrics answer, with commas between (none)',
  PATHS:
    'other addresses of script, second file and ingest, as "script=/a.js extra=/b.js ingest=/a" (none)',
  TRUST_PROXY: 'comma-separated addresses or networks whose X-Forwarded-For is believed (none)',
  RENEW_COOKIES:
    "false: the cookie that the script wrote is left as it is on websites of the service's own domain (true)",
  SESSION_IDLE_MINUTES: 'after which a session ends that is not used (10080)',
  SESSION_MAX_HOURS: 'after which people sign in again in any case (720)',
  SECURITY_LOG_DAYS: 'for how many days security events are kept (365)',
  LOG_FAILED_SIGN_INS:
    'true: log the whole client address of each failed sign-in, for fail2ban (false)',
  SMTP_URL: 'smtp://user:password@host:587 or smtps://…, by which invitations are mailed (none)',
  SMTP_TLS: 'required, or optional for a mail server that does not encrypt (required)',
  MAIL_FROM: 'whom mails are from (footfall@ the host of PUBLIC_URL)',
  MAILS_PER_HOUR: 'how many mails of a kind go out in an hour: invitations, resets, notices (500)',
  OIDC_ISSUER: 'an OpenID provider by which people may sign in; with OIDC_CLIENT_ID and _SECRET',
  OIDC_CLIENT_ID: 'the id that the provider gave the service',
  OIDC_CLIENT_SECRET: 'the secret that the provider gave the service',
  OIDC_DOMAINS: 'comma-separated mail domains whose people may join uninvited, as viewers (none)',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent (info)',
  RATE_LIMIT_PER_MINUTE: 'REST requests a minute for each secret key (1000)',
  WORKSPACE_RATE_LIMIT_PER_MINUTE: 'REST requests a minute of all keys of a workspace (10000)',
  ADDRESS_RATE_LIMIT_PER_MINUTE: 'requests a minute of an address without a known key (6000)',
  INGEST_RATE_LIMIT_PER_MINUTE: 'ingest requests a minute for each write key (600000)',
  REQUEST_DEADLINE_MS: 'after which a request is answered 503 while the database is silent (4500)',
  CONNECTION_DEADLINE_MS: 'after which a silent connection to the database is given up (12000)',
  BACKUP_DIR: 'a folder in which the service makes a backup every day (none)',
  BACKUP_KEEP: 'how many of its backups the service keeps (7)',
  BACKUP_PASSPHRASE: 'the passphrase that backups are encrypted by (none)',
  METRICS_TOKEN: 'asked of whoever reads /metrics, as Authorization: Bearer (none)',
  METRICS_PORT: 'a port for /metrics alone; PORT does not answer it then (none)',
  METRICS_HOST: 'address that METRICS_PORT listens on (127.0.0.1)',
};
