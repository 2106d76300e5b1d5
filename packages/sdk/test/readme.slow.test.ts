import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { standIn } from '../../contract/src/website-snippet.ts';
import { createFootfall } from '../src/footfall.ts';

const root = new URL('../../../', import.meta.url);
const textOf = (path: string) => readFile(new URL(path, root), 'utf8');

test('the README has every call in its table', async () => {
  const text = await textOf('packages/sdk/README.md');
  const listed = [...text.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
  // How to start the script, and to call it before it is there, stands above the table.
  const calls = Object.keys(createFootfall()).filter((name) => name !== 'init' && name !== 'push');
  expect(listed.toSorted()).toEqual(calls.toSorted());
});

test.each(['packages/sdk/README.md', 'docs/guides/quick-start.md', 'examples/website/server.mjs'])(
  '%s has the snippet as the service prints it',
  async (path) => {
    const unindented = (text: string) => text.replace(/^ +/gm, '');
    expect(unindented(await textOf(path))).toContain(unindented(standIn));
  },
);
