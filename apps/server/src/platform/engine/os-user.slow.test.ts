/* The user for the engine, on a machine where there is none yet. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { describeWhere } from '../../testing/programs.ts';
import { createUser, lookUp } from './os-user.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const name = `footfall-test-${process.pid}`;

describeWhere(isRoot, 'as root', 'root', () => {
  test('concurrent starts on a new machine get the same user', async () => {
    for (let round = 0; round < 5; round++) {
      const users = await Promise.all(Array.from({ length: 4 }, () => createUser(name)));
      const made = await lookUp(name);
      await run('userdel', [name]);
      expect(made).toBeDefined();
      expect(users).toEqual(users.map(() => made));
    }
  });
});
