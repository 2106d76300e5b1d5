/*
 * Invitations and new passwords by mail, from a real mail server to a real Chromium: in the reader's language, good once,
 * and with something to do where a link or the server is no good.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freePort } from '../platform/common/free-port.ts';
import { startDashboardStage } from './dashboard-stage.ts';
import { linkIn, startMailServer } from './mail-server.ts';
import { signedIn, signedUp, testPassword } from './signed-in.ts';
import { SLOW } from './slow.ts';

const port = await freePort();
const server = await startMailServer();
const { h, open, openUnknown } = await startDashboardStage({
  env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, SMTP_URL: server.url },
});

const address = () => `${randomUUID()}@example.com`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Under Members, up to what is told of the mail. */
async function invite(email: string, language: 'en' | 'de' = 'en') {
  const opened = await open('members', { language });
  const { page } = opened;
  const label = language === 'de' ? 'Mitglied einladen' : 'Invite member';
  await button(page, label).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=email]').fill(email);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  return { ...opened, dialog };
}

const pathOf = (link: string) => link.slice(`http://localhost:${port}`.length);

test('an invited person gets a mail and creates an account by its link, which works once', {
  timeout: SLOW,
}, async () => {
  const email = address();
  const inviting = await invite(email);
  await inviting.dialog.getByText('We sent an email with a link').waitFor();
  expect(await inviting.axe()).toEqual([]);
  const mail = await server.mailTo(email);
  expect(mail).toMatchObject({
    subject: 'You have been invited to Footfall',
    from: 'footfall@localhost',
  });
  expect(mail.text).toContain('workspace "Test"');

  const { page, axe, faults } = await openUnknown(pathOf(linkIn(mail)));
  await page.getByText('You were invited as a member.').waitFor();
  expect(await axe()).toEqual([]);
  await page.getByLabel('Your name').fill('Vera Long');
  await page.locator('input[name=new-password]').fill(testPassword);
  await button(page, 'Join').click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  expect(faults).toEqual([]);

  const again = await openUnknown(pathOf(linkIn(mail)));
  await again.page.getByText('This invitation has been used').waitFor();
  expect(await again.axe()).toEqual([]);
});

test('mails speak the language of their reader, else that of who invites', {
  timeout: SLOW,
}, async () => {
  const unknown = address();
  const inviting = await invite(unknown, 'de');
  await inviting.dialog.getByText('Wir haben eine E-Mail mit einem Link gesendet').waitFor();
  const invited = await server.mailTo(unknown);
  expect(invited.subject).toBe('Einladung zu Footfall');
  expect(invited.text).toContain('Arbeitsbereich „Test“');

  const ann = await signedUp(h, { email: address() });
  await h.db.system((tx) => tx`update users set language = 'de' where id = ${ann.id}`);
  const { page } = await openUnknown('/app/reset-password', { language: 'de' });
  await page.getByLabel('E-Mail').fill(ann.email);
  await button(page, 'Link senden').click();
  await page.getByText('haben wir einen Link gesendet').waitFor();
  const reset = await server.mailTo(ann.email);
  expect(reset.subject).toBe('Footfall-Passwort zurücksetzen');
  expect(reset.text).toContain('Legen Sie es innerhalb einer Stunde hier fest');
});

test('a mailed link resets a forgotten password once; an unknown address gets no mail and the same response', {
  timeout: SLOW,
}, async () => {
  const ann = await signedUp(h, { email: address() });
  const stranger = address();
  const { page, axe, faults } = await openUnknown('/app/reset-password');
  for (const email of [stranger, ann.email]) {
    await page.goto(`http://localhost:${port}/app/reset-password`);
    await page.getByLabel('Email').fill(email);
    await button(page, 'Send link').click();
    await page.getByText('If the account exists, we sent a link.').waitFor();
  }
  const link = linkIn(await server.mailTo(ann.email));
  expect(server.mails.filter(({ to }) => to === stranger)).toEqual([]);
  await page.goto(link);
  await page.locator('input[name=new-password]').fill('password123');
  await button(page, 'Set password').click();
  await page.getByText('This password is easy to guess').waitFor();
  await page.locator('input[name=new-password]').fill('an entirely new one 4');
  await button(page, 'Set password').click();
  await page.getByText('Password set. Sign in with it.').waitFor();
  expect(await axe()).toEqual([]);
  expect((await ann.get('/me')).status).toBe(401);

  await page.goto(link);
  await page.locator('input[name=new-password]').fill('an entirely new one 5');
  await button(page, 'Set password').click();
  await page.getByText('This link is no longer valid. Request a new one.').waitFor();
  expect(await axe()).toEqual([]);
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await page.getByLabel('Email').waitFor();
  expect(faults).toEqual([]);
});

test('an expired invitation says who can renew it; a wrong account learns which account it is for', {
  timeout: SLOW,
}, async () => {
  const email = address();
  await invite(email);
  const link = pathOf(linkIn(await server.mailTo(email)));
  await signedUp(h, { email, workspaceId: (await h.newWorkspace()).id });
  const other = await openUnknown(link);
  await other.page
    .getByText(`The invitation is for ${email}, which already has an account.`)
    .waitFor();
  await other.page.getByRole('link', { name: 'Sign in' }).click();
  await other.page.getByLabel('Email').fill(email);
  await other.page.locator('input[name=password]').fill(testPassword);
  await button(other.page, 'Sign in').click();
  await other.page.getByText(`You are signed in as ${email}.`).waitFor();
  await h.db.system((tx) => tx`update invitations set expires_at = now() where email = ${email}`);
  await button(other.page, 'Join').click();
  await other.page.getByText('This invitation has been used').waitFor();
});

test('without a mail server nothing is lost: the inviter has the link, and a password reset shows an error', {
  timeout: SLOW,
}, async () => {
  const ann = await signedUp(h, { email: address() });
  const email = address();
  await server.stop();
  try {
    const inviting = await invite(email);
    await inviting.dialog.getByText('The email could not be sent').waitFor();
    expect(await inviting.axe()).toEqual([]);
    const link = await inviting.dialog.locator('pre, code').first().innerText();
    const { page } = await openUnknown(pathOf(link));
    await page.getByText('You were invited as a member.').waitFor();

    const asking = await openUnknown('/app/reset-password');
    for (const who of [ann.email, address()]) {
      await asking.page.getByLabel('Email').fill(who);
      await button(asking.page, 'Send link').click();
      await asking.page.getByText('The mail server is not available').waitFor();
    }
    expect(await asking.axe()).toEqual([]);
    await server.restart();
    await asking.page.getByLabel('Email').fill(ann.email);
    await button(asking.page, 'Send link').click();
    await asking.page.getByText('If the account exists, we sent a link.').waitFor();
    await server.mailTo(ann.email);
  } finally {
    await server.stop();
    await server.restart();
  }
  expect(h.logLines.join('')).toContain('could not send a mail');
});

test('a mail server that accepts a connection but never answers delays nobody', {
  timeout: SLOW,
}, async () => {
  const boss = await signedIn(h);
  await server.stop();
  const silent = await server.saysNothing();
  try {
    const email = address();
    const made = await boss.post('/invitations', { email, role: 'viewer' });
    expect(made.body).toMatchObject({ data: { email, mail: 'waiting', is_mailed: true } });
    const response = await boss.post('/auth/request-password-reset', { email });
    expect(response.status).toBe(503);
  } finally {
    await silent.stop();
    await server.restart();
  }
});
