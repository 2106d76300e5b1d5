import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createFootfall } from '../src/footfall.ts';

test('the README has every call in its table', async () => {
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const listed = [...text.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
  // How to start the script, and to call it before it is there, stands above the table.
  const calls = Object.keys(createFootfall()).filter((name) => name !== 'init' && name !== 'push');
  expect(listed.toSorted()).toEqual(calls.toSorted());
});
