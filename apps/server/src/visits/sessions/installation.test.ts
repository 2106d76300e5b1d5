import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { signedIn } from '../../testing/signed-in.ts';

const h = await sharedHarness();

test('who installs the script sees nothing, then the first message, and what was refused', async () => {
  const workspace = await h.newWorkspace();
  const workspaceId = workspace.id;
  const admin = await signedIn(h, { workspaceId });
  const viewer = await signedIn(h, { workspaceId, role: 'viewer' });
  const check = async (by = admin) =>
    ((await by.get('/installation')).body as { data: object }).data;
  expect(await check()).toMatchObject({ live: null, test: null, refused: null });

  const [visitor_id, session_id] = [randomUUID(), randomUUID()];
  const message = {
    type: 'event',
    name: 'page_view',
    visitor_id,
    session_id,
    context: {
      page: { url: 'https://shop.example:8443/a' },
      library: { name: 'footfall.js', version: '1.2' },
    },
  };
  await h.send(message, workspace.developmentKey);
  const arrived = {
    received_at: expect.any(String),
    type: 'event',
    name: 'page_view',
    host: 'shop.example:8443',
    library: 'footfall.js/1.2',
    visitor_id,
    session_id,
  };
  expect(await check()).toMatchObject({ live: null, test: arrived });
  await h.send({ ...message, name: 'signup' }, workspace.productionKey);
  expect(await check(viewer)).toMatchObject({ live: { ...arrived, name: 'signup' } });
  await h.send([{ type: 'nonsense' }], workspace.productionKey);
  await expect.poll(() => check()).toMatchObject({ refused: { reason: expect.any(String) } });
  expect(await check(viewer)).toMatchObject({ refused: null });
  await expect.poll(() => check()).toMatchObject({ live: { key: { name: 'Production' } } });
});

test('a backend without pages has arrived too', async () => {
  const { id: workspaceId, productionKey } = await h.newWorkspace();
  const admin = await signedIn(h, { workspaceId });
  await h.send({ type: 'identify', email: 'a@example.com' }, productionKey);
  expect((await admin.get('/installation')).body).toMatchObject({
    data: { live: { type: 'identify', host: '', library: '' } },
  });
});
