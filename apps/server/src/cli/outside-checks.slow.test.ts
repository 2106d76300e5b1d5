/* What `doctor` tries outside the service, and what it says of settings that no start takes. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../platform/common/free-port.ts';
import { runCommand } from '../testing/command-line.ts';
import { startHarness } from '../testing/harness.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { startOidcProvider } from '../testing/oidc-provider.ts';

// Doctor looks at all workspaces.
const { ownerUrl: DATABASE_URL, url: serviceUrl } = await startHarness();
const mail = await startMailServer();
const provider = await startOidcProvider('footfall');

async function doctor(env: Record<string, string>) {
  const port = String(await freePort());
  return runCommand(['doctor'], { DATABASE_URL, PORT: port, ...env });
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** It takes connections, and answers nothing. */
async function silentPort(): Promise<number> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const oidc = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'footfall',
  OIDC_CLIENT_SECRET: 'secret',
});

test('working services are named', async () => {
  const { code, stdout } = await doctor({
    SMTP_URL: mail.url,
    ...oidc(provider.issuer),
    PUBLIC_URL: 'https://footfall.example',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,loopback',
  });
  expect(stdout).toMatch(/^ok +Mail +127\.0\.0\.1:\d+ accepts the connection$/m);
  expect(stdout).toMatch(/^ok +Sign-in +http:\/\/127\.0\.0\.1:\d+ answers as an OpenID provider$/m);
  expect(stdout).toMatch(
    /^ok +Proxy +trusts X-Forwarded-For from 127\.0\.0\.1, 10\.0\.0\.0\/8, loopback/m,
  );
  expect(stdout).toContain('No problems found.');
  expect(code).toBe(0);
});

const redis = (port: number) => ({ REDIS_URL: `redis://:geheim@127.0.0.1:${port}` });

test.for([
  ['is down', freePort, 'refuses the connection'],
  ['says nothing', silentPort, 'does not answer within 5 seconds'],
] as const)(
  'a mail server, a provider and a Redis that %s fail the check, all checked at once',
  async ([, newPort, why]) => {
    const { code, stdout } = await doctor({
      SMTP_URL: `smtp://127.0.0.1:${await newPort()}`,
      ...oidc(`http://127.0.0.1:${await newPort()}`),
      ...redis(await newPort()),
    });
    for (const [name, setting] of [
      ['Mail', 'SMTP_URL'],
      ['Sign-in', 'OIDC_ISSUER'],
      ['Redis', 'REDIS_URL'],
    ]) {
      const line = new RegExp(`^WRONG +${name} +\\S*127\\.0\\.0\\.1:\\d+ ${why}.*${setting}`, 'm');
      expect(stdout).toMatch(line);
    }
    expect(stdout).not.toContain('geheim');
    expect(stdout).toContain('3 problems to fix');
    expect(code).toBe(1);
  },
);

test('a mail server that does not let us in, and a provider that is none, are wrong', async () => {
  const other = await listening(createServer((_, response) => response.writeHead(404).end('no')));
  const text = await listening(createServer((_, response) => response.end('<html>')));
  const another = await listening(
    createServer((_, response) =>
      response.end(JSON.stringify({ issuer: 'https://other.example' })),
    ),
  );
  const SMTP_URL = mail.url.replace('a%20password', 'geheim');
  for (const [issuer, why] of [
    [other, /answers 404/],
    [text, /does not answer with JSON/],
    [another, /names https:\/\/other\.example\S* as the issuer/],
    [text.replace('http:', 'https:'), /does not answer with TLS, as https needs/],
  ] as const) {
    const { code, stdout } = await doctor({ ...oidc(issuer), SMTP_URL });
    expect(stdout).toMatch(
      /^WRONG +Mail +127\.0\.0\.1:\d+ rejects the user or password.*SMTP_URL/m,
    );
    expect(stdout).toMatch(/^WRONG +Sign-in +http.*OIDC_ISSUER/m);
    expect(stdout).toMatch(why);
    expect(stdout).not.toContain('geheim');
    expect(code).toBe(1);
  }
});

test('a mail server without encryption fails the check, and the line names the setting', async () => {
  // By a name for this machine that the settings do not know: the others need no TLS.
  const SMTP_URL = mail.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
  const { code, stdout } = await doctor({ SMTP_URL });
  expect(stdout).toMatch(/^WRONG +Mail +\S+:\d+ does not support encryption.*SMTP_TLS=optional/m);
  expect(code).toBe(1);
});

test('an https address without a trusted proxy is wrong', async () => {
  const { code, stdout } = await doctor({ PUBLIC_URL: 'https://footfall.example' });
  expect(stdout).toMatch(/^WRONG +Proxy +.*set TRUST_PROXY to its address/m);
  expect(code).toBe(1);
  const local = await doctor({});
  expect(local.stdout).toMatch(/^ok +Proxy +no proxy/m);
  expect(local.stdout).toContain('No problems found.');
});

test('a public address that leads nowhere, or to somebody else, is to be looked at', async () => {
  const other = await listening(createServer((_, response) => response.writeHead(404).end('no')));
  const { port: PORT } = new URL(serviceUrl);
  for (const [PUBLIC_URL, line] of [
    [serviceUrl, /^ok +Public address +http:\S+ reaches the service$/m],
    [other, /^warn +Public address +http:\S+\/healthz answers 404\. Check that the proxy/m],
    [`http://127.0.0.1:${await freePort()}`, /^warn +Public address +\S+ refuses the connection/m],
  ] as const) {
    const { code, stdout } = await doctor({ PORT, PUBLIC_URL });
    expect(stdout).toMatch(line);
    expect(stdout.includes('No problems found.')).toBe(PUBLIC_URL === serviceUrl);
    expect(code).toBe(0);
  }
});

test('a proxy that nobody is, or everybody, is named with what to do', async () => {
  for (const [value, why] of [
    ['nonsense', 'nonsense is not an IP address'],
    ['10.0.0.0/33', '10.0.0.0/33 is not an IP address'],
    ['10.0.0.0/', '10.0.0.0/ is not an IP address'],
    ['127.0.0.1 10.0.0.1', '127.0.0.1 10.0.0.1 is not an IP address'],
    ['*', '* matches every address'],
    ['127.0.0.1,0.0.0.0/0', '0.0.0.0/0 matches every address'],
    ['::/0', '::/0 matches every address'],
    ['0.0.0.0/0.0.0.0', '0.0.0.0/0.0.0.0 matches every address'],
    ['true', 'true is not an IP address'],
    ['0.0.0.0/1,128.0.0.0/1', '0.0.0.0/1 is so large'],
  ] as const) {
    const { code, stdout } = await doctor({ TRUST_PROXY: value });
    expect(stdout).toMatch(/^WRONG +Settings +TRUST_PROXY/m);
    expect(stdout).toContain(why);
    expect(stdout).toContain('such as 127.0.0.1');
    expect(code).toBe(1);
    const start = await runCommand(['start'], { DATABASE_URL, PORT: '0', TRUST_PROXY: value });
    expect(start).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
    expect(start.stderr).not.toMatch(/^ +at /m);
  }
});

test('the port for metrics is free or of the service; that of another program is wrong', async () => {
  const METRICS_TOKEN = 'a-token-of-16-and-more';
  const { app } = await startHarness({ METRICS_PORT: '0', METRICS_TOKEN });
  const METRICS_PORT = String(await app.listenForMetrics());
  const ours = await doctor({ METRICS_PORT, METRICS_TOKEN });
  expect(ours.stdout).toMatch(/^ok +Metrics +\d+ on 127\.0\.0\.1 answers$/m);
  // As an exporter of the machine.
  const other = await listening(createServer((_, response) => response.end('node_load1 0.2')));
  const { code, stdout } = await doctor({ METRICS_PORT: new URL(other).port });
  expect(stdout).toMatch(
    /^WRONG +Metrics +\d+ on 127\.0\.0\.1 is in use by another program.*METRICS_PORT/m,
  );
  expect(code).toBe(1);
});
