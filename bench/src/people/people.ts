/**
 * What others of the same workspace wait for while people are made anew: a device that thousands share and that late
 * messages are of; and what late messages of a few people leave of ingest.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { Latency } from '../load/jobs.ts';
import { busyShare, cpuSeconds, describeMachine } from '../machine.ts';
import { type Service, startService } from '../servers/service.ts';
import { type Browser, browserOf, converts, identifies, oldestMs, views } from './messages.ts';
import { type Others, Sender } from './sender.ts';

export type PeopleOptions = {
  /** Who share the device. */
  people: number;
  seconds: number;
  dir: string | undefined;
  onProgress: (line: string) => void;
};

export type PeopleReport = {
  machine: string;
  busyBefore: number;
  people: number;
  /** How long others' identify takes, by what goes on meanwhile. */
  waits: { what: string; isLimited: boolean; identify: Latency; lateSent: number }[];
  /** Until nothing is left to do after the last late message. */
  settledMs: number;
  /** Messages of few people, acknowledged in a second. */
  rates: { what: string; perSecond: number; serviceUs: number }[];
};

const fillBatch = 100;
const batchSize = 20;
const lateEveryMs = 200;
const stepMs = 20_000;

export async function people(options: PeopleOptions): Promise<PeopleReport> {
  const { people: many, seconds, onProgress } = options;
  const dir = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  const busyBefore = await busyShare();
  onProgress('starting a service');
  const service = await startService(join(dir, 'data'));
  const sql = postgres(service.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const sender = new Sender(service);
    await sender.watchOthers(sleep(1_000));
    onProgress(`naming a device as ${many} people`);
    const device = browserOf();
    await shareDevice(sender, device, many);
    await settled(sql);
    const quiet = await sender.watchOthers(sleep(seconds * 1000));
    const waits = [{ what: 'nobody is late', isLimited: false, identify: quiet, lateSent: 0 }];
    for (const { what, messages } of lateOf(device, many)) {
      onProgress(what);
      let lateSent = 0;
      const late = (async () => {
        const end = performance.now() + seconds * 1000;
        while (performance.now() < end) {
          await sender.send([messages(lateSent++)]);
          await sleep(lateEveryMs);
        }
      })();
      waits.push({ what, isLimited: true, identify: await sender.watchOthers(late), lateSent });
      await settled(sql);
    }
    onProgress('waiting for the jobs');
    const settledMs = await lateOnce(sender, sql, device);
    const rates = await ratesOf(service, sender, sql, options);
    return { machine: describeMachine(), busyBefore, people: many, waits, settledMs, rates };
  } finally {
    await sql.end();
    await service.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** One after another, as at a till: each person some seconds after the one before. */
async function shareDevice(sender: Others, device: Browser, many: number): Promise<void> {
  for (let from = 0; from < many; from += fillBatch) {
    const count = Math.min(fillBatch, many - from);
    await sender.send(
      Array.from({ length: count }, (_, place) =>
        identifies(device, `shared-${from + place}`, oldestMs() + (from + place) * stepMs),
      ),
    );
  }
}

/** In time between the namings. */
function lateOf(device: Browser, many: number) {
  const lateAt = (place: number) => oldestMs() + (((place * 7919) % many) + 0.5) * stepMs;
  return [
    {
      what: 'late identify',
      messages: (place: number) => identifies(device, `late-${place}`, lateAt(place)),
    },
    {
      what: 'late conversion',
      messages: (place: number) => converts(device, lateAt(place)),
    },
    {
      what: 'late page view of a visit before',
      messages: (place: number) =>
        views({ ...browserOf(), visitor_id: device.visitor_id }, lateAt(place)),
    },
  ];
}

async function lateOnce(sender: Others, sql: postgres.Sql, device: Browser): Promise<number> {
  await settled(sql);
  const started = performance.now();
  await sender.send([converts(device, oldestMs() + 1)]);
  await settled(sql);
  return performance.now() - started;
}

/** Batches of the same messages of 20 people: in the order in which they happened, and the newest first. */
async function ratesOf(
  { pid }: Service,
  sender: Others,
  sql: postgres.Sql,
  { seconds, onProgress }: PeopleOptions,
): Promise<PeopleReport['rates']> {
  const rates: PeopleReport['rates'] = [];
  for (const [what, sign] of [
    ['in time', 1],
    ['late', -1],
  ] as const) {
    for (const [kind, isNaming] of [
      ['conversions', false],
      ['namings', true],
    ] as const) {
      onProgress(`${kind} of 20 people, ${what}`);
      const browsers = Array.from({ length: batchSize }, browserOf);
      const begin = Date.now() - 24 * 60 * 60_000;
      const named = (place: number) => `${kind}${sign}-${place}`;
      await sender.send(browsers.map((browser, place) => identifies(browser, named(place), begin)));
      await settled(sql);
      const before = cpuSeconds(pid);
      const end = performance.now() + seconds * 1000;
      let sent = 0;
      let turn = 0;
      const started = performance.now();
      const connection = async () => {
        while (performance.now() < end) {
          const at = begin + (12 * 60 * 60 + sign * turn++ * 10) * 1000;
          await sender.send(
            browsers.map((browser, place) =>
              isNaming ? identifies(browser, named(place), at) : converts(browser, at),
            ),
          );
          sent += batchSize;
        }
      };
      await Promise.all(Array.from({ length: 4 }, connection));
      const perSecond = (sent / (performance.now() - started)) * 1000;
      const serviceUs = ((cpuSeconds(pid) - before) / sent) * 1e6;
      rates.push({ what: `${kind}, ${what}`, perSecond, serviceUs });
      await settled(sql);
    }
  }
  return rates;
}

const settlePatienceMs = 120_000;

/** No job is due; personalities come some seconds later, and are none of this. */
async function settled(sql: postgres.Sql): Promise<void> {
  const end = performance.now() + settlePatienceMs;
  while (performance.now() < end) {
    const [row] = await sql<{ isLeft: boolean }[]>`
      select exists (select from jobs where kind in ('people', 'sessions', 'attribution')) as "isLeft"`;
    if (row?.isLeft === false) return;
    await sleep(20);
  }
  throw new Error('jobs are not done in two minutes');
}
