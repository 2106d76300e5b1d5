/*
 * Pages that close themselves in the task of their last message, before anything of them was sent. Each is a site of its own, so that no
 * later page sends what an earlier one has left. CLOSED_PAGES=1000 for as many.
 */
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();
const count = Number(process.env.CLOSED_PAGES ?? 60);
const atOnce = 4;

test(`what ${count} pages tell as they close arrives`, {
  timeout: 90_000 + count * 1000,
}, async () => {
  const { recorder, page } = stage;
  const { port } = new URL(recorder.site);
  recorder.head = '';
  await page.goto(`http://hub.localhost:${port}/`);
  recorder.head = `<script>
    footfall = [(client) => { client.track('last of ' + location.hostname); close(); }];
  </script>${recorder.tag()}`;
  await page.evaluate(
    async ([pages = 0, lanes = 0, at = 0]) => {
      let next = 0;
      const closed = async (tab: Window | null) => {
        while (tab && !tab.closed) await new Promise((resolve) => setTimeout(resolve, 5));
      };
      const lane = async () => {
        while (next < pages) {
          next += 1;
          await closed(open(`http://page${next}.localhost:${at}/`));
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
    },
    [count, atOnce, Number(port)],
  );
  const arrived = () =>
    new Set(recorder.messages().flatMap(({ name }) => (name?.startsWith('last') ? [name] : [])));
  const end = Date.now() + 60_000;
  while (arrived().size < count && Date.now() < end) await page.waitForTimeout(100);
  process.stdout.write(`of ${count} closed pages the last message of ${arrived().size} arrived\n`);
  expect(arrived().size).toBeGreaterThanOrEqual(count * 0.999);
});
