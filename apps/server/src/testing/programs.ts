/*
 * Servers for tests that npm does not bring. Where one is missing its tests are left out, and say
 * so in their name; with CI=true they fail instead.
 */

import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { createConnection } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, type TestContext, test } from 'vitest';

/** The program's path; Debian keeps some outside an ordinary user's PATH. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** `describe` for tests that need `found`, which `remedy` would bring. */
export function describeWith(
  value: string | undefined,
  name: string,
  remedy: string,
  tests: () => void | Promise<void>,
): void {
  const isMissing = value === undefined || value === '';
  if (isMissing && process.env.CI !== 'true') leaveOut(name, `it is missing: ${remedy}`);
  else describe(isMissing ? `${name} (it is missing: ${remedy})` : name, tests);
}

/** `describe` for tests that nothing can bring to a machine that lacks what they need. */
export function describeWhere(
  isHere: boolean,
  name: string,
  needed: string,
  tests: () => void | Promise<void>,
): void {
  if (isHere) describe(name, tests);
  else leaveOut(name, `it needs ${needed}`);
}

/** `describe.skip` would run the code around its tests, and none of the hooks that end what it starts. */
function leaveOut(name: string, reason: string): void {
  describe(name, () => {
    test.skip(`left out: ${reason}`, () => undefined);
  });
}

/** Leaves out the test that needs `what`; with CI=true it fails. */
export function requireHere(context: TestContext, isHere: boolean, what: string): void {
  if (isHere) return;
  if (process.env.CI === 'true') throw new Error(`This test needs ${what}.`);
  context.skip(`it needs ${what}`);
}

/** Until somebody listens there. */
export async function untilOpen(port: number): Promise<void> {
  for (const end = Date.now() + 10_000; ; await sleep(20)) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > end) throw new Error(`nothing answers on port ${port}`);
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
