/*
 * Pages that close themselves in the task of their last message, before anything of them was sent. Each is a site of its own, so that no
 * later page sends what an earlier one has left.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { spawnChromium } from '../../../apps/server/src/testing/chromium.ts';
import { inRounds } from '../../../apps/server/src/testing/rounds.ts';
import { SLOW } from '../../../apps/server/src/testing/slow.ts';
import { startRecorder } from './recorder.ts';

const count = inRounds(20);
const atOnce = 4;
/** Without another that arrives, what is missing is lost. */
const silenceMs = 60_000;

/** In the page that opens the others. */
function openAll(pages: number, lanes: number): void {
  let next = 0;
  const lane = async () => {
    while (next < pages) {
      next += 1;
      const tab = open(`http://page${next}.localhost:${location.port}/`);
      while (tab && !tab.closed) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  for (let each = 0; each < lanes; each += 1) void lane();
}

test(`messages of ${count} closing pages arrive`, {
  timeout: SLOW + count * 1000,
}, async () => {
  const recorder = await startRecorder();
  onTestFinished(() => recorder.close());
  recorder.head = `<script>
    if (/^hub/.test(location.hostname)) (${openAll})(${count}, ${atOnce});
    else footfall = [(client) => { client.track('last of ' + location.hostname); close(); }];
  </script>${recorder.tag()}`;
  const profile = await mkdtemp(join(tmpdir(), 'footfall-closed-pages-'));
  const { port } = new URL(recorder.site);
  const chromium = await spawnChromium(`http://hub.localhost:${port}/`, profile);
  onTestFinished(async () => {
    if (chromium.kill()) await once(chromium, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  const arrived = () =>
    new Set(recorder.messages().flatMap(({ name }) => (name?.startsWith('last') ? [name] : [])));
  let size = 0;
  for (let end = Date.now() + silenceMs; size < count && Date.now() < end; await sleep(200)) {
    if (arrived().size > size) end = Date.now() + silenceMs;
    size = arrived().size;
  }
  process.stdout.write(`of ${count} closed pages the last message of ${size} arrived\n`);
  // Of a thousand one may be lost on a busy machine; without what outlives a page most are.
  expect(size).toBeGreaterThanOrEqual(count * 0.99);
});
