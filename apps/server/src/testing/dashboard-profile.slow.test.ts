/* One's own account in a real Chromium: who one is to colleagues, and in which browsers one is signed in. */
import { expect, test } from 'vitest';
import { type OpenPage, startDashboardStage } from './dashboard-stage.ts';
import { type SignedIn, signedUp, testPassword } from './signed-in.ts';
import { SLOW } from './slow.ts';

const { h, open, openUnknown } = await startDashboardStage();

/** In a browser of its own, by the page to sign in. */
async function atAccountOf({ email }: SignedIn): Promise<OpenPage> {
  const opened = await openUnknown(`/app/sign-in?next=/app/${h.workspace.id}/account`);
  const { page } = opened;
  await page.getByLabel('Email').fill(email);
  await page.locator('input[name=password]').fill(testPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await opened.settled();
  return opened;
}

/** Of chance, which can be pressed together least. */
async function noiseFile({ page }: OpenPage) {
  const url = String(
    await page.evaluate(`{
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 });
      const pen = canvas.getContext('2d');
      const dots = pen.createImageData(640, 400);
      for (let at = 0; at < dots.data.length; at++) dots.data[at] = Math.random() * 256;
      pen.putImageData(dots, 0, 0);
      canvas.toDataURL('image/png');
    }`),
  );
  const buffer = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return { name: 'me.png', mimeType: 'image/png', buffer };
}

const avatarOf = async (person: SignedIn) =>
  ((await person.get('/me')).body as { data: { user: { avatar: string } } }).data.user.avatar;

test('name, username and picture are changed under one’s account, and colleagues see them', {
  timeout: SLOW,
}, async () => {
  const grace = await signedUp(h, { name: 'Grace Hopper' });
  const own = await open('account', { person: grace });
  const { page } = own;
  const profile = page.getByRole('region', { name: 'Profile' });
  const save = profile.getByRole('button', { name: 'Save', exact: true });
  await profile.getByLabel('Name', { exact: true }).fill(' ');
  await profile.getByText('Enter your name so colleagues can recognize you.').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await profile.getByLabel('Name', { exact: true }).fill('Grace B. Hopper');
  await profile.getByLabel('Username').fill(' amazing-grace ');
  await save.click();
  await page.getByText('Saved.').first().waitFor();
  await page.getByRole('button', { name: 'Your account: Grace B. Hopper' }).waitFor();

  const file = profile.locator('input[type=file]');
  await file.setInputFiles({
    ...{ name: 'me.png', mimeType: 'image/png' },
    buffer: Buffer.from('<svg onload=alert(1)>'),
  });
  await profile.getByText('This file is not a readable picture.').waitFor();
  expect(await own.axe()).toEqual([]);
  await file.setInputFiles(await noiseFile(own));
  await profile.locator('img').waitFor();
  expect(await profile.getByText('not a readable picture').count()).toBe(0);
  // As small as it is kept, and beside the name in the navigation as well.
  const avatar = await avatarOf(grace);
  expect(avatar).toMatch(/^data:image\/jpeg;base64,/);
  expect(avatar.length).toBeLessThanOrEqual(8000);
  const menu = page.getByRole('button', { name: 'Your account: Grace B. Hopper' });
  expect(await menu.locator('img').getAttribute('src')).toBe(avatar);
  expect(await menu.locator('img').evaluate((image) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await own.axe()).toEqual([]);

  const colleague = await open('members', { role: 'viewer' });
  const row = colleague.page.getByRole('row').filter({ hasText: grace.email });
  await row.getByText('Grace B. Hopper').waitFor();
  await row.getByText('amazing-grace').waitFor();
  expect(await row.locator('img').getAttribute('src')).toBe(avatar);

  await profile.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByText('Picture removed.').waitFor();
  await profile.locator('img').waitFor({ state: 'detached' });
  expect(await avatarOf(grace)).toBe('');
  expect([...own.faults, ...colleague.faults]).toEqual([]);
});

test('no browser loads a picture from another host, and its owner sees a note', {
  timeout: SLOW,
}, async () => {
  const grace = await signedUp(h, { name: 'Far Away' });
  const avatar = 'https://pictures.example/grace.png';
  expect((await grace.post('/auth/update-user', { avatar })).status).toBe(200);
  const own = await open('account', { person: grace });
  const colleague = await open('members', { role: 'viewer' });
  const protocols = new Set<string>();
  for (const { page } of [own, colleague]) {
    page.on('request', (request) => protocols.add(new URL(request.url()).protocol));
    await page.reload();
  }
  await own.page.getByText('Your picture is hosted at pictures.example.').waitFor();
  const row = colleague.page.getByRole('row').filter({ hasText: grace.email });
  await row.getByText('FA', { exact: true }).waitFor();
  await colleague.settled();
  expect(protocols).toEqual(new Set(['http:']));
  expect(await own.axe()).toEqual([]);
  expect([...own.faults, ...colleague.faults]).toEqual([]);
});

test('a member sees their other sessions and ends one or all others', {
  timeout: SLOW,
}, async () => {
  const grace = await signedUp(h, { name: 'Grace Hopper' });
  const [own, other] = [await atAccountOf(grace), await atAccountOf(grace)];
  const { page } = own;
  const sessions = (on: OpenPage) =>
    on.page.getByRole('region', { name: 'Active sessions' }).getByRole('listitem');
  // The third is the invitation's, in which the account was made.
  await page.reload();
  await expect.poll(() => sessions(own).count()).toBe(3);
  const others = sessions(own).filter({
    has: page.getByRole('button', { name: 'Sign out', exact: true }),
  });
  expect(await others.count()).toBe(2);
  const [current = ''] = await sessions(own).filter({ hasText: 'this browser' }).allInnerTexts();
  expect(current).toMatch(/Chrome, Linux|Chrome, macOS/);
  expect(current).toContain('with a password');
  await others
    .filter({ hasText: 'with a link' })
    .getByRole('button', { name: 'Sign out', exact: true })
    .click();
  await page.getByText('Signed out.').waitFor();
  await expect.poll(() => sessions(own).count()).toBe(2);
  expect((await grace.get('/leads')).status).toBe(401);

  // The other browser is still in; then it is not, and its next page is the one to sign in.
  await other.turnTo('leads');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.poll(() => sessions(own).count()).toBe(1);
  await other.page.getByRole('link', { name: 'People', exact: true }).click();
  await other.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(await page.getByRole('button', { name: 'Sign out everywhere else' }).count()).toBe(0);
  await own.turnTo('leads');
  expect([...own.faults, ...other.faults]).toEqual([]);
});
