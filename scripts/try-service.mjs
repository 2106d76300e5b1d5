// Starts a newly installed service, sends it a message, and stops it; for scripts that test installations.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export async function tryService([command, ...args], { env, ...options }, whileItRuns) {
  const port = await freePort();
  const child = spawn(command, args, { ...options, env: { ...env, PORT: String(port) } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exit = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilOk(`${url}/healthz`, child);
    for (const path of [
      '/readyz',
      '/',
      '/sdk.js',
      '/extra.js',
      '/docs',
      '/docs/docs.css',
      '/docs/guides/demo',
    ]) {
      const { status } = await fetch(url + path);
      if (status !== 200) throw new Error(`${path} answers ${status}`);
    }
    await sendMessage(url, await printedKey(() => output));
    await whileItRuns?.(port);
    child.kill('SIGTERM');
    const code = await exit;
    if (code !== 0) throw new Error(`it ended with ${code}`);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${error.message}\n${output}`, { cause: error });
  }
}

/** It listens shortly before it prints its keys. */
async function printedKey(output) {
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
    const [key] = /svc_pk_\w{36}/.exec(output()) ?? [];
    if (key) return key;
  }
  throw new Error('it prints no production key');
}

async function sendMessage(url, key) {
  const body = JSON.stringify({ type: 'event', name: 'page_view', email: 'ada@example.com' });
  const headers = { 'X-Svc-Key': key, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/ingest`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (answer.status !== 200 || JSON.parse(text).data.accepted !== 1) {
    throw new Error(`a message is answered ${answer.status}: ${text}`);
  }
}

async function untilOk(url, child) {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
  }
  throw new Error(`${url} does not answer`);
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
