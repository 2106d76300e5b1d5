import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { version } from './version.ts';

test('messages name the version of the package', () => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(manifest).version).toBe(version);
});
