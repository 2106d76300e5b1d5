/*
 * How people get in, in a real Chromium: passkeys by its virtual authenticator, codes of an app, backup codes, and a
 * workspace that asks for a second factor.
 */
import { randomUUID } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freePort } from '../platform/common/free-port.ts';
import { startDashboardStage } from './dashboard-stage.ts';
import { signedUp, testPassword } from './signed-in.ts';
import { SLOW } from './slow.ts';

const port = await freePort();
const { h, open, openUnknown } = await startDashboardStage({
  env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` },
});

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.locator('input[name=password]').fill(testPassword);
  await button(page, 'Sign in').click();
}

async function signOut(page: Page): Promise<void> {
  await button(page, /Ann/).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
}

/** Somebody with a password, on the page of their account. */
async function atOwnAccount() {
  const email = `ann.${randomUUID()}@example.com`;
  const ann = await signedUp(h, { email, name: 'Ann Miller' });
  const opened = await open('account', { person: ann });
  await opened.settled();
  return { ...opened, email, ann };
}

/** A fingerprint reader of the machine, as Chromium plays one. */
async function withAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Whoever is asked takes away the hand. */
    refuse: () => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  };
}

function letProofGrowOld({ id }: { id: string }) {
  return h.db.system(
    (tx) => tx`
      update user_sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`,
  );
}

test('a passkey is added, signs its owner in without a password, and no more once it is removed', {
  timeout: SLOW,
}, async () => {
  const { page, faults, axe, settled, turnTo } = await atOwnAccount();
  const authenticator = await withAuthenticator(page);
  await page.getByLabel('Passkey name').fill('My laptop');
  await button(page, 'Add passkey').click();
  await page.getByText('My laptop').waitFor();
  expect(await authenticator.credentials()).toHaveLength(1);
  expect(await axe()).toEqual([]);

  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await turnTo('account');
  await page.getByText('with a passkey').first().waitFor();

  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByText('My laptop removed.').waitFor();
  await passkeys.getByText('My laptop').waitFor({ state: 'detached' });
  await settled();
  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('This passkey is no longer valid here.').waitFor();
  expect(await axe()).toEqual([]);
  expect(faults).toEqual([]);
});

test('a canceled passkey prompt shows a message and stores nothing', {
  timeout: SLOW,
}, async () => {
  const { page, ann, faults } = await atOwnAccount();
  const authenticator = await withAuthenticator(page);
  await authenticator.refuse();
  await button(page, 'Add passkey').click();
  await page.getByText('No passkey was created.').waitFor({ timeout: 90_000 });
  expect((await ann.get('/auth/session')).body).toMatchObject({ data: { passkeys: 0 } });
  expect(faults).toEqual([]);
});

test('after ten minutes a change asks who it is, by password or passkey, and is made then', {
  timeout: SLOW,
}, async () => {
  const { page, ann, faults, axe, turnTo } = await atOwnAccount();
  await withAuthenticator(page);
  await page.getByLabel('Passkey name').fill('My laptop');
  await button(page, 'Add passkey').click();
  await page.getByText('My laptop').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });

  await letProofGrowOld(ann);
  // What is not protected needs none: the card sends only what changed.
  await turnTo('settings');
  const card = page.getByRole('group', { name: 'Workspace', exact: true });
  await card.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed');
  await card.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await turnTo('keys');
  await button(page, 'Create key').first().click();
  const form = page.getByRole('dialog', { name: 'Create key' });
  await form.getByLabel('Name').fill('CRM');
  await form.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByLabel('Your password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('Wrong password.').waitFor();
  expect(await axe()).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await form.getByText('Nothing changed').waitFor();
  await form.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByLabel('Your password', { exact: true }).fill(testPassword);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('CRM created').waitFor();

  await letProofGrowOld(ann);
  await turnTo('account');
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('My laptop removed.').waitFor();
  // The new session took the place of the old one.
  const sessions = await h.db.system(
    (tx) => tx`select proved_by from user_sessions where user_id = ${ann.id}`,
  );
  expect(sessions.map(({ proved_by }) => proved_by)).toEqual(['passkey']);
  expect(faults).toEqual([]);
});

test('a member must leave first; then the account can be deleted, and nobody can sign in to it', {
  timeout: SLOW,
}, async () => {
  const { page, ann, email, faults, axe } = await atOwnAccount();
  const deleteIt = async () => {
    await button(page, 'Delete account').click();
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await dialog.getByLabel(email).fill(email);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
  };
  await deleteIt();
  await page.getByText('You are still a member of at least one workspace.').waitFor();
  expect(await axe()).toEqual([]);

  await h.db.system((tx) => tx`delete from workspace_members where user_id = ${ann.id}`);
  await letProofGrowOld(ann);
  await page.goto(`http://localhost:${port}/app`);
  await page.getByRole('heading', { name: 'No workspace yet' }).waitFor();
  expect(await axe()).toEqual([]);
  await deleteIt();
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
  await proof.getByLabel('Your password', { exact: true }).fill(testPassword);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await signIn(page, email);
  await page.getByText('Wrong email or password.').waitFor();
  expect(faults).toEqual([]);
});

test('an address without a host name shows where passkeys work', {
  timeout: SLOW,
}, async () => {
  const { page, axe } = await openUnknown('/app/sign-in');
  await page.goto(`http://127.0.0.1:${port}/app/sign-in`);
  await button(page, 'Sign in with a passkey').click();
  const alert = page.getByRole('alert');
  await alert.getByText('They work at').waitFor();
  expect(await axe()).toEqual([]);
  await alert.getByRole('link', { name: `http://localhost:${port}/app/sign-in` }).click();
  await page.waitForURL(`http://localhost:${port}/app/sign-in`);
});

/** As an authenticator app shows it; `ahead`: how many half minutes later. */
function codeOf(secret: string, ahead = 0): Promise<string> {
  let bits = '';
  for (const c of secret) {
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0');
  }
  const key = (bits.match(/.{8}/g) ?? []).map((byte) =>
    String.fromCharCode(Number.parseInt(byte, 2)),
  );
  return createOTP(key.join('')).hotp(Math.floor(Date.now() / 30_000) + ahead);
}

test('an app for codes is set up; a code signs in once, a backup code once, and it is turned off again', {
  timeout: SLOW,
}, async () => {
  const { page, faults, axe, email, ann } = await atOwnAccount();
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByLabel('Confirm with your password').fill('not the password');
  await button(page, 'Set up app').click();
  await page.getByText('Wrong password.').waitFor();
  await card.getByLabel('Confirm with your password').fill(testPassword);
  await button(page, 'Set up app').click();
  await card.getByRole('img', { name: /QR code/ }).waitFor();
  const uri = await card
    .getByRole('link', { name: 'Open app on this device' })
    .getAttribute('href');
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? '';
  expect(await axe()).toEqual([]);
  await card.getByLabel('Code from your authenticator app').fill('000000');
  await button(page, 'Confirm').click();
  await page.getByText('This code is wrong or has expired.').waitFor();
  await card.getByLabel('Code from your authenticator app').fill(await codeOf(secret));
  await button(page, 'Confirm').click();
  await card.getByText('Each code works once').waitFor();
  const shown = await card.locator('pre, code').first().innerText();
  const [backup = ''] = shown.split('\n');
  expect(await axe()).toEqual([]);

  const signInWith = async (code: string, label = 'Code from your authenticator app') => {
    await signIn(page, email);
    await page.getByLabel('Code from your authenticator app').waitFor();
    if (label === 'Backup code') await button(page, 'Use a backup code instead').click();
    await page.getByLabel(label).fill(code);
    await button(page, 'Confirm').click();
  };
  await signOut(page);
  const code = await codeOf(secret, 1);
  await signInWith(code);
  await page.waitForURL(/\/overview/);
  await signOut(page);
  await signInWith(code);
  await page.getByText('This code was already used. Wait for the next one.').waitFor();
  expect(await axe()).toEqual([]);

  await page.goto(`http://localhost:${port}/app/sign-in`);
  await signInWith(backup, 'Backup code');
  await page.waitForURL(/\/overview/);
  await signOut(page);
  await signInWith(backup, 'Backup code');
  await page.getByText('This code is wrong or has expired.').waitFor();

  await page.goto(`http://localhost:${port}/app/sign-in?next=/app/${h.workspace.id}/account`);
  await signInWith(shown.split('\n')[1] ?? '', 'Backup code');
  // Later it needs the password and a code once more.
  await card.getByLabel('Confirm with your password').fill(testPassword);
  await letProofGrowOld(ann);
  await button(page, 'Turn off').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByLabel('Your password', { exact: true }).fill(testPassword);
  await dialog.getByLabel('Code from your authenticator app').fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('This code is wrong or has expired.').waitFor();
  expect(await axe()).toEqual([]);
  // Nobody waits here for the next half minute.
  await h.db.system((tx) => tx`delete from used_codes where user_id = ${ann.id}`);
  await dialog.getByLabel('Code from your authenticator app').fill(await codeOf(secret));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await button(page, 'Set up app').waitFor();
  await signOut(page);
  await signIn(page, email);
  await page.waitForURL(/\/overview/);
  expect(faults).toEqual([]);
});

test('a workspace that asks for a second factor shows nothing but the account until there is one', {
  timeout: SLOW,
}, async () => {
  const { page, ann, faults, axe } = await atOwnAccount();
  await h.db.system(
    (tx) =>
      tx`update workspaces set second_factor_required = true where workspace_id = ${h.workspace.id}`,
  );
  try {
    await page.goto(`http://localhost:${port}/app/${h.workspace.id}/leads`);
    await page.getByText('This workspace requires a second factor. Set one up').waitFor();
    expect(await axe()).toEqual([]);
    expect((await ann.get('/leads')).status).toBe(403);
    await withAuthenticator(page);
    await page.getByRole('link', { name: 'Set it up' }).first().click();
    await page.getByText('Set up an authenticator app or add a passkey here.').waitFor();
    await page.getByLabel('Passkey name').fill('My laptop');
    await button(page, 'Add passkey').click();
    await page.getByText('My laptop').waitFor();
    // The session of a password alone has none yet.
    await page.getByText('Sign out, then sign in with it').waitFor();
    await signOut(page);
    await button(page, 'Sign in with a passkey').click();
    await page.waitForURL(/\/overview/);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.goto(`http://localhost:${port}/app/${h.workspace.id}/leads`);
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    expect(faults).toEqual([]);
  } finally {
    await h.db.system(
      (tx) =>
        tx`update workspaces set second_factor_required = false where workspace_id = ${h.workspace.id}`,
    );
  }
});
