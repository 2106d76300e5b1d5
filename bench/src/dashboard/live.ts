/* How soon Live shows what happens, and whether it stays smooth while very much does. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { type Account, forget, openSignedIn, type Seen, seenIn, watchPage } from './browser.ts';

export interface LiveFigures {
  /** Milliseconds from sending a page view until it is shown; the slowest. */
  shown: number;
  burst: Seen & { perSecond: number };
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
  const sent = await sendBurst(send);
  const seen = await seenIn(page);
  await page.context().close();
  return { shown: Math.max(...shown), burst: { ...seen, perSecond: sent / burst.seconds } };
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
