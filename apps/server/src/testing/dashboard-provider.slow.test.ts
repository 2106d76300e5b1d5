/*
 * Signing in by the operator's OpenID provider, in a real Chromium that goes there and comes back: a provider that does
 * what it should, and one that does not.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freePort } from '../platform/common/free-port.ts';
import { startDashboardStage } from './dashboard-stage.ts';
import { startOpenIdProvider } from './openid-provider.ts';
import { invitationTo, signedUp } from './signed-in.ts';
import { SLOW } from './slow.ts';

const port = await freePort();
const publicUrl = `http://localhost:${port}`;
const provider = await startOpenIdProvider(publicUrl);
const { h, openUnknown } = await startDashboardStage({
  env: {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_DOMAINS: 'ours.example',
  },
  // The browser judges the provider's cookies, which end at a date, by the clock of the machine.
  movedByMs: 0,
});

function addPerson(email: string, isVerified = true): string {
  const sub = randomUUID();
  provider.people.set(sub, { email, email_verified: isVerified, name: 'Joe Miller' });
  return sub;
}

/** In the provider's own pages, up to where it asks whether to go on. */
async function signInThere(page: Page, sub: string): Promise<void> {
  await page.locator('input[name=login]').fill(sub);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('heading', { name: 'Authorize' }).waitFor();
}

const goOn = (page: Page) => page.locator('button[type=submit]').click();

/** Where the provider sends the browser, which does not go there. */
async function caughtAddress(page: Page): Promise<string> {
  let address = '';
  await page.route('**/interaction/**', async (route) => {
    const confirmed = await route.fetch({ maxRedirects: 0 });
    const resumed = await page
      .context()
      .request.get(confirmed.headers().location ?? '', { maxRedirects: 0 });
    address = resumed.headers().location ?? '';
    await route.fulfill({ body: 'caught' });
  });
  await goOn(page);
  await page.getByText('caught').waitFor();
  return address;
}

async function goThere(from = '/app/sign-in') {
  const opened = await openUnknown(from);
  const { host } = new URL(provider.issuer);
  await opened.page.getByRole('button', { name: 'Sign in with localhost' }).click();
  await opened.page.waitForURL(new RegExp(host));
  return opened;
}

async function comesBack(sub: string, from?: string) {
  const opened = await goThere(from);
  await signInThere(opened.page, sub);
  await goOn(opened.page);
  await opened.page.waitForURL(new RegExp(`^${publicUrl}/app/`));
  return opened;
}

const accounts = (email: string) =>
  h.db.system((tx) => tx`select from users where lower(email) = ${email}`);

test('somebody of the operator’s domains comes in as a viewer, and comes back as the same', {
  timeout: SLOW,
}, async () => {
  const sub = addPerson('joe@ours.example');
  for (const _ of [1, 2]) {
    const { page, faults } = await comesBack(sub);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('button', { name: /Joe Miller/ }).waitFor();
    expect(faults).toEqual([]);
  }
  expect(await accounts('joe@ours.example')).toHaveLength(1);
});

test('a member returns to the page they wanted', { timeout: SLOW }, async () => {
  const wanted = `/app/${h.workspace.id}/leads?filter=source+%3D+%22a+%26+b%22&range=7d`;
  const { page } = await comesBack(addPerson(`${randomUUID()}@ours.example`), wanted);
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
  expect(page.url()).toBe(publicUrl + wanted);
  // Once: the next way to /app is the usual one.
  await page.goto(`${publicUrl}/app`);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
});

test('a link that names a page elsewhere as the one to come back to leads to one’s own overview', {
  timeout: SLOW,
}, async () => {
  const sub = addPerson(`${randomUUID()}@ours.example`);
  const { page, faults } = await comesBack(sub);
  for (const next of [
    'https://evil.example/app',
    '//evil.example/app',
    '/\\evil.example/app',
    '/app/..//evil.example',
    '/app/../docs',
    '/apple',
    'javascript:alert(1)',
  ]) {
    await page.context().clearCookies({ name: /footfall/ });
    await page.goto(`${publicUrl}/app/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByRole('button', { name: 'Sign in with localhost' }).click();
    await page.waitForURL(`${publicUrl}/app/${h.workspace.id}/overview`);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  }
  expect(faults).toEqual([]);
});

test('an uninvited address sees an error and signs in once it is invited', {
  timeout: SLOW,
}, async () => {
  const email = `${randomUUID()}@elsewhere.example`;
  const sub = addPerson(email);
  const refused = await comesBack(sub);
  await refused.page.getByText('This address has no invitation.').waitFor();
  expect(await refused.axe()).toEqual([]);
  expect(await accounts(email)).toHaveLength(0);

  await invitationTo(h, h.workspace.id, email, 'member');
  const { page } = await comesBack(sub);
  await page.waitForURL(new RegExp(`/app/${h.workspace.id}/overview`));
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
});

test('an address that the provider does not vouch for takes over no account, nor an invitation', {
  timeout: SLOW,
}, async () => {
  const ann = await signedUp(h, { email: `${randomUUID()}@ours.example` });
  const invited = `${randomUUID()}@elsewhere.example`;
  await invitationTo(h, h.workspace.id, invited, 'admin');
  const texts = { [ann.email]: 'has not verified the address', [invited]: 'has no invitation' };
  for (const [email, text] of Object.entries(texts)) {
    const { page } = await comesBack(addPerson(email, false));
    await page.getByText(text).waitFor();
    await page.goto(`${publicUrl}/app`);
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  }
  expect((await ann.get('/auth/session')).status).toBe(200);
  const own = await h.db.system(
    (tx) => tx`select provider_id from user_accounts where user_id = ${ann.id}`,
  );
  expect(own.map(({ provider_id }) => provider_id)).toEqual(['credential']);
});

test('going back, or using another address, shows an error and does not sign in', {
  timeout: SLOW,
}, async () => {
  const back = await goThere();
  await back.page.getByRole('link', { name: /Cancel/ }).click();
  await back.page.getByText('Your provider denied access').waitFor();

  const sub = addPerson(`${randomUUID()}@ours.example`);
  const mine = await goThere();
  await signInThere(mine.page, sub);
  const address = await caughtAddress(mine.page);
  const victim = await openUnknown('/app/sign-in');
  for (const changed of [address, address.replace(/state=[^&]*/, 'state=another')]) {
    await victim.page.goto(changed);
    await victim.page.getByText('started in another browser').waitFor();
  }
  expect(await victim.axe()).toEqual([]);
  await mine.page.goto(address.replace(/code=[^&]*/, 'code=another'));
  await mine.page.getByText('sent an invalid response').waitFor();
  for (const { page } of [mine, victim]) {
    await page.goto(`${publicUrl}/app`);
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  }
});
