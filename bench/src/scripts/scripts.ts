/* The browser script beside those of others, in the same pages of a real Chromium, sending to the same service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { chromiumModule } from '../dashboard/browser.ts';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { type Service, startService } from '../servers/service.ts';
import { type Encoding, type Gate, startGate, timedPath } from './gate.ts';
import { measureMainThread } from './main-thread.ts';
import { renderScripts } from './render.ts';
import { backAgain, burst, closedAtOnce, offline, unavailable, visit } from './scenarios.ts';
import { type Sender, sendersWith } from './senders.ts';

export interface ScriptOptions {
  rounds: number;
  /** Parts of the senders' names; empty: all. */
  only: string[];
  /** The file of Umami's script. */
  umami?: string | undefined;
  dir?: string | undefined;
  onProgress: (line: string) => void;
}

type Round = Awaited<ReturnType<typeof measure>>;

export interface Measured {
  name: string;
  version: string;
  gzip: number;
  br: number;
  rounds: Round[];
}

export async function scripts(options: ScriptOptions) {
  const { rounds, dir, only, umami, onProgress } = options;
  const busy = await busyShare();
  const senders = sendersWith(umami).filter(
    ({ name }) => only.length === 0 || only.some((part) => name.toLowerCase().includes(part)),
  );
  const folder = await mkdtemp(join(dir ?? tmpdir(), 'footfall-bench-'));
  const { launchPersonsChromium } = await chromiumModule();
  const browser = await launchPersonsChromium('en-GB', 'Europe/London', { keepsPages: true });
  // Senders that ask where to send are told the address of the gate.
  const gate = await startGate();
  let service: Service | undefined;
  try {
    service = await startService(join(folder, 'service'), { env: { PUBLIC_URL: gate.url } });
    gate.servicePort = service.port;
    const measured: Measured[] = [];
    // One after another: the gate knows one sender at a time.
    for (const sender of senders) measured.push(await sizeOf(gate, sender));
    for (let round = 1; round <= rounds; round += 1) {
      for (const [place, sender] of senders.entries()) {
        const figures = await measure(browser, gate, sender, service.key);
        measured[place]?.rounds.push(figures);
        onProgress(`round ${round}, ${sender.name}: ${JSON.stringify(figures)}`);
      }
    }
    const head = [
      `${describeMachine()}; Chromium ${browser.version()}; version ${describeVersion(root)}`,
      `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %; rounds: ${rounds}`,
    ];
    return renderScripts(head, measured);
  } finally {
    await browser.close();
    await service?.stop();
    gate.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(browser: Browser, gate: Gate, sender: Sender, key: string) {
  const site = { browser, gate, sender, key };
  gate.begin(sender, key);
  return {
    thread: await measureMainThread(browser, gate.site + timedPath),
    visit: await visit(site),
    closed: await closedAtOnce(site),
    offline: await offline(site),
    unavailable: await unavailable(site),
    back: await backAgain(site),
    burst: await burst(site),
  };
}

async function sizeOf(gate: Gate, sender: Sender): Promise<Measured> {
  gate.begin(sender, '');
  const { name, version, loads } = sender;
  const bytes = async (encoding: Encoding) => {
    const sizes = [];
    for (const path of loads) sizes.push(await bodyBytes(gate.url + path, encoding));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  return { name, version, gzip: await bytes('gzip'), br: await bytes('br'), rounds: [] };
}

/** As it is sent: fetch would unpack it. */
function bodyBytes(address: string, encoding: Encoding): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      answer.on('end', () => resolve(bytes));
    });
    asked.on('error', reject);
    asked.end();
  });
}
