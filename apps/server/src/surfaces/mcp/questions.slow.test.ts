/* Questions and tasks on a demonstration, which knows what is true, by the official client: `npm run bench -- agents` tells more. */
import { scopeNames } from '@footfall/contract/access';
import { generate } from '@footfall/demo/generate';
import { expect, test } from 'vitest';
import { askAll, budget, median, readerOf, scripted } from '../../../../../bench/src/agents/ask.ts';
import { Facts } from '../../../../../bench/src/agents/facts.ts';
import { runDemo } from '../../cli/demo/run-demo.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';

test('60 questions and tasks are answered rightly, in few calls and tokens', {
  timeout: SLOW,
}, async () => {
  const h = await sharedHarness();
  const { key } = await h.newKey({ scopes: scopeNames });
  const target = { url: h.url, key };
  const wishes = { seed: 1, events: 5_000, days: 30, workspaceId: h.workspace.id };
  const { options } = await runDemo(h.db, h.config, wishes);
  const facts = await Facts.read(generate(options), readerOf(target));
  const outcomes = await askAll(target, facts, scripted);
  expect(outcomes.length).toBeGreaterThanOrEqual(60);
  expect(outcomes.filter(({ isRight }) => !isRight)).toEqual([]);
  expect(median(outcomes.map(({ calls }) => calls))).toBeLessThanOrEqual(budget.calls);
  expect(median(outcomes.map(({ tokens }) => tokens))).toBeLessThanOrEqual(budget.tokens);
});
