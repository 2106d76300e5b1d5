/* Own and ignored domains of a workspace: nobody is sent by them. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeSettings } from '../../accounts/workspaces/settings.ts';
import { recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

async function cameFrom(referrer: string, url: string) {
  const visitor_id = randomUUID();
  const context = { page: { url, referrer } };
  await h.send({ type: 'event', name: 'page_view', visitor_id, context });
  await h.settle();
  const {
    source,
    channel,
    channel_group,
    referrer: kept,
  } = recordIn(await restOf(h).get(`/visitors/${visitor_id}`));
  return [source, channel, channel_group, kept];
}

const direct = ['website', 'direct', 'Direct', ''];
const referral = (kept: string) => ['referral', 'referral', 'Referral', kept];

test('own and ignored domains are no referrers; the same site is unchanged', async () => {
  const app = 'https://my.tidemark.app/signup';
  const www = 'https://www.tidemark.example/pricing';
  expect(await cameFrom(www, app)).toEqual(referral(www));
  await h.db.workspace(h.workspace.id, (tx) =>
    changeSettings(tx, h.workspace.id, {
      own_domains: ['tidemark.example', 'tidemark.app'],
      ignored_domains: ['login.partner.example'],
    }),
  );
  await expect.poll(() => cameFrom(www, app)).toEqual(direct);
  expect(await cameFrom('https://my.tidemark.app/', www)).toEqual(direct);
  expect(await cameFrom('https://eu.login.partner.example/done', app)).toEqual(direct);
  for (const other of [
    'https://www.partner.example/',
    'https://nottidemark.example/',
    'https://tidemark.example.evil.example/',
  ]) {
    expect(await cameFrom(other, app)).toEqual(referral(other));
  }
  const docs = 'https://docs.tidemark.example/';
  expect(await cameFrom(docs, www)).toEqual(['website', 'direct', 'Direct', docs]);
});
