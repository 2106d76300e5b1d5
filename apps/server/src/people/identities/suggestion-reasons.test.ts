/* Why a claim was not applied: stored as a code, told as a sentence. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

test('the code is stored, and the sentence is made of it and of what was claimed', async () => {
  const workspace = await h.newWorkspace();
  const visitor_id = randomUUID();
  const message = { type: 'event', name: 'x', visitor_id, user_id: 'undefined' };
  await h.send([message], workspace.productionKey);
  const rest = restOf(h, workspace.secretKey);
  const reasonsOf = async () =>
    pageIn(await rest.get('/suggestions')).data.map(({ reason, reason_code }) => [
      reason_code,
      reason,
    ]);
  const placeholder = 'user_id: "undefined" is a placeholder, not a real value';
  expect(await reasonsOf()).toEqual([['placeholder', placeholder]]);
  const storedReasons = () =>
    h.db.system(
      (tx) => tx<{ reason: string }[]>`
        select reason from suggestions where workspace_id = ${workspace.id}`,
    );
  expect([...(await storedReasons())]).toEqual([{ reason: 'placeholder' }]);
  const store = (reason: string) =>
    h.db.system(
      (tx) => tx`update suggestions set reason = ${reason} where workspace_id = ${workspace.id}`,
    );
  await store('no_join');
  expect(await reasonsOf()).toEqual([['no_join', 'an unsigned message cannot merge two people']]);
  await store('other');
  expect(await reasonsOf()).toEqual([['other', 'the reason was not recorded']]);
});
