import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import { useStage as newStage } from '../../sdk/test/stage.ts';
import { App } from './app.tsx';

const stage = newStage();
let script = '';

beforeAll(async () => {
  const { output } = await build({
    input: fileURLToPath(new URL('app.tsx', import.meta.url)),
    platform: 'browser',
    write: false,
    logLevel: 'silent',
    resolve: { conditionNames: ['@footfall/source', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
  });
  script = output[0].code.replaceAll('</script', '<\\/script');
});

async function openApp(): Promise<void> {
  const { recorder, page } = stage;
  recorder.head = `<div id="app" data-host="${recorder.host}"></div><script type="module">${script}</script>`;
  await page.goto(recorder.site);
  await expect.poll(() => recorder.named('account shown')).not.toHaveLength(0);
}

const press = (name: string) => stage.page.getByRole('button', { name }).click();

test('one script for the page, also where React draws all twice; calls of components wait for it', async () => {
  await openApp();
  const { recorder } = stage;
  expect(recorder.named('page_view')).toHaveLength(1);
  expect(recorder.named('start')).toHaveLength(1);
  await press('Sign up');
  await expect.poll(() => recorder.named('signup')).toMatchObject([{ lead: false }]);
  expect(stage.errors).toEqual([]);
});

test('a signed-in user is identified once and forgotten on sign-out', async () => {
  await openApp();
  const { recorder } = stage;
  await press('Sign in');
  await expect.poll(() => recorder.named('identify')).toHaveLength(1);
  // The same person in a new object, and another drawing.
  await press('Sign in');
  await press('Draw');
  await press('Sign out');
  await press('Sign in');
  await expect.poll(() => recorder.named('identify')).toHaveLength(2);
  const [before, after] = recorder.named('identify');
  expect(before).toMatchObject({ user_id: '1815', email: 'ada@example.com' });
  expect(after?.visitor_id).not.toBe(before?.visitor_id);
});

test('where a server draws it, it does nothing and draws what is in it', () => {
  const html = renderToString(createElement(App, { host: 'https://footfall.example' }));
  expect(html).toContain('Sign in');
});
