/* How soon Live shows what happens, and whether it stays smooth while very much does. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { type Account, forget, openSignedIn, type Seen, seenIn, watchPage } from './browser.ts';

export interface LiveFigures {
  /** Milliseconds from sending a page view until it is shown; the slowest. */
  shown: number;
  burst: Seen & { perSecond: number };
  /** Of the burst: visits that a follower of the changes was not told of, and how many it was told of a second. */
  followed: { lost: number; perSecond: number };
}

const trials = 5;
const burst = { seconds: 10, perSecond: 500, batchesPerSecond: 10 };

export async function liveFigures(browser: Browser, account: Account): Promise<LiveFigures> {
  const page = await openSignedIn(browser, account);
  await watchPage(page);
  await page.goto(`${account.url}/app/${account.workspace}/live`);
  await page.getByText('As it happens').waitFor();
  const send = await sender(page, account);
  const shown: number[] = [];
  for (let trial = 0; trial < trials; trial++) {
    const title = `Trial ${trial} ${randomUUID().slice(0, 8)}`;
    const begun = performance.now();
    await send([pageView(title)]);
    await page.getByText(title).waitFor();
    shown.push(performance.now() - begun);
    await sleep(300);
  }
  await forget(page);
  const toldIn = await followVisits(page, account);
  const begun = performance.now();
  const sent = await sendBurst(send);
  const seen = await seenIn(page);
  const followed = await toldOf(sent, toldIn, begun);
  await page.context().close();
  return {
    shown: Math.max(...shown),
    burst: { ...seen, perSecond: sent / burst.seconds },
    followed,
  };
}

/** As a page of its own hears of them. Returns how many visits it was told of. */
async function followVisits(
  page: Page,
  { url, workspace }: Account,
): Promise<() => Promise<number>> {
  const follower = await page.context().newPage();
  await follower.goto(`${url}/app/${workspace}/leads`);
  await follower.evaluate(async (id) => {
    const told = new Set<string>();
    Object.assign(window, { told });
    const source = new EventSource(`/dashboard/api/changes/stream?workspace=${id}`);
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const { kind, ids } = JSON.parse(data) as { kind: string; ids: string[] };
      if (kind === 'session') for (const one of ids) told.add(one);
    });
    await new Promise((resolve) => {
      source.onopen = resolve;
    });
  }, workspace);
  return () => follower.evaluate(() => (window as unknown as { told: Set<string> }).told.size);
}

/** Each view is a visit of its own. What has not come after so long is lost. */
async function toldOf(sent: number, toldIn: () => Promise<number>, begun: number) {
  const patienceMs = 10_000;
  const end = performance.now() + patienceMs;
  let told = await toldIn();
  while (told < sent && performance.now() < end) {
    await sleep(50);
    told = await toldIn();
  }
  return { lost: sent - told, perSecond: (told * 1000) / (performance.now() - begun) };
}

async function sendBurst(send: (batch: object[]) => Promise<void>): Promise<number> {
  const begun = performance.now();
  const size = burst.perSecond / burst.batchesPerSecond;
  let sent = 0;
  const answers: Promise<void>[] = [];
  for (let place = 0; place < burst.seconds * burst.batchesPerSecond; place++) {
    answers.push(send(Array.from({ length: size }, () => pageView(`Page ${place}`))));
    sent += size;
    const due = begun + ((place + 1) * 1000) / burst.batchesPerSecond;
    await sleep(Math.max(0, due - performance.now()));
  }
  await Promise.all(answers);
  return sent;
}

/** Of a visitor of its own. */
function pageView(title: string) {
  return {
    type: 'event',
    name: 'page_view',
    visitor_id: randomUUID(),
    context: { page: { url: 'https://shop.example/pricing', title } },
  };
}

async function sender(page: Page, { url, workspace }: Account) {
  const key = await page.evaluate(async (id) => {
    const answer = await fetch('/dashboard/api/snippet', { headers: { 'X-Workspace-Id': id } });
    const { data } = (await answer.json()) as {
      data: { write_keys: { kind: string; key: string }[] };
    };
    return data.write_keys.find(({ kind }) => kind === 'production')?.key ?? '';
  }, workspace);
  return async (batch: object[]) => {
    const answer = await fetch(`${url}/ingest/batch`, {
      method: 'POST',
      headers: { 'X-Svc-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ batch }),
    });
    if (!answer.ok) throw new Error(`ingest answered ${answer.status}: ${await answer.text()}`);
  };
}
