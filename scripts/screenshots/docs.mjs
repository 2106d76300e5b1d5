// Takes the pictures of README and docs, as WebP in docs/images. Records the dashboard texts in each (shown-words.json), so that `npm run
// check` detects outdated pictures.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { docScenes } from './doc-scenes.mjs';
import { largestPicture, ownWords, wordsFile } from './shown-words.mjs';
import { openLook, settle } from './stage.mjs';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const formatter = fileURLToPath(
  new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url),
);
const desk = { colorScheme: 'light', width: 1440, height: 900, language: 'en' };
/** WebP qualities; the first with a small enough file is used. */
const qualities = [86, 78, 70, 60];
/** Duration of transitions after a click. */
const transitionMs = 400;
/** Around a part of a page. */
const margin = 14;

export async function takeForDocs(stage, only) {
  await mkdir(folder, { recursive: true });
  const notes = JSON.parse(await readFile(wordsFile, 'utf8').catch(() => '{}'));
  for (const name of Object.keys(notes)) if (!(name in docScenes)) delete notes[name];
  for (const [name, scene] of Object.entries(docScenes)) {
    if (only.length > 0 && !only.includes(name)) continue;
    notes[name] = await takeScene(stage, name, scene);
  }
  const sorted = Object.fromEntries(
    Object.entries(notes).sort(([one], [two]) => one.localeCompare(two)),
  );
  await writeFile(wordsFile, `${JSON.stringify(sorted, null, 2)}\n`);
  spawnSync(process.execPath, [formatter, 'format', '--write', wordsFile], {
    stdio: ['ignore', 'ignore', 2],
  });
}

async function takeScene(stage, name, { look = {}, address, prepare, part, after }) {
  const options = { ...desk, ...look };
  const page = await openLook(stage, options);
  try {
    const path = await address({ page, ...stage.account });
    await page.goto(new URL(path, stage.origin).href);
    await settle(page);
    await prepare?.(page);
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.waitForTimeout(transitionMs);
    const clip = part ? await around(page, part(page)) : { x: 0, y: 0, ...page.viewportSize() };
    await writePicture(page, clip, `${folder}${name}.webp`);
    const words = await ownWords(page, clip, options.language);
    await after?.(page);
    return { language: options.language, words };
  } finally {
    await page.context().close();
  }
}

/** The smallest rectangle around all of them, with a margin; the window is resized to its height. */
async function around(page, locators) {
  const { width, height } = page.viewportSize();
  const boxes = await boxesOf(locators);
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + margin;
  if (bottom > height) await page.setViewportSize({ width, height: Math.ceil(bottom) });
  const seen = await boxesOf(locators);
  const x = Math.max(0, Math.min(...seen.map((box) => box.x)) - margin);
  const y = Math.max(0, Math.min(...seen.map((box) => box.y)) - margin);
  const right = Math.min(width, Math.max(...seen.map((box) => box.x + box.width)) + margin);
  const end = Math.max(...seen.map((box) => box.y + box.height)) + margin;
  return { x, y, width: right - x, height: end - y };
}

async function boxesOf(locators) {
  const all = Array.isArray(locators) ? locators : [locators];
  return Promise.all(
    all.map(async (locator) => {
      await locator.waitFor();
      const box = await locator.boundingBox();
      if (!box) throw new Error(`${locator} is not to be seen`);
      return box;
    }),
  );
}

async function writePicture(page, clip, file) {
  const session = await page.context().newCDPSession(page);
  for (const quality of qualities) {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip: { ...clip, scale: 1 },
    });
    await writeFile(file, Buffer.from(data, 'base64'));
    if ((await stat(file)).size <= largestPicture) return;
  }
  throw new Error(`${file} is larger than ${largestPicture} bytes: too much for a page`);
}
