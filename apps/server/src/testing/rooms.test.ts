/* The rooms of the server stand on each other, in the order in which ARCHITECTURE.md lists them. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../', import.meta.url));
const architecture = readFileSync(join(source, '../../../ARCHITECTURE.md'), 'utf8');

/** From the ground up: each has a line of its own in the code map. */
const rooms = [...architecture.matchAll(/^ {8}([\w.]+)\/? {2,}\S/gm)].map(([, name = '']) => name);

const roomOf = (path: string) => path.split('/', 1)[0] ?? '';

const product = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .filter((path) => roomOf(path) !== 'testing' && !path.includes('/testdata/'));

/** What each file asks for, types and what is loaded later too: of our own by its path. */
const imports = product.flatMap((file) => {
  const text = readFileSync(join(source, file), 'utf8');
  const imports = text.matchAll(
    /^(?:import|export|\})[^'\n]*? from '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...imports].map(([, named, later]) => {
    const name = named ?? later ?? '';
    const path = relative(source, join(source, dirname(file), name));
    return { file, name: name.startsWith('.') ? path : name };
  });
});
const own = imports.filter(({ name }) => name.endsWith('.ts'));

test('every room has a line in the code map, and every line a room', () => {
  expect(new Set(product.map(roomOf))).toEqual(new Set(rooms));
  expect(own.length).toBeGreaterThan(product.length);
});

test('no import climbs', () => {
  const floor = (path: string) => rooms.indexOf(roomOf(path));
  const climbing = own.filter(({ file, name }) => floor(name) > floor(file));
  expect(climbing).toEqual([]);
});

test('nothing but tests asks for what tests need', () => {
  expect(own.filter(({ name }) => roomOf(name) === 'testing')).toEqual([]);
});

test('the HTTP library is known to its surface, the application and its start alone', () => {
  const knowing = imports.filter(({ name }) => /^@?fastify(?:\/|$)/.test(name));
  const files = new Set(knowing.map(({ file }) => file));
  expect(
    [...files].filter((file) => !/^(?:surfaces\/http\/|(?:app|main)\.ts$)/.test(file)),
  ).toEqual([]);
  expect(files.size).toBeGreaterThan(1);
});
