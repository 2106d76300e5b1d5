/* Every room of the server has its place in the one direction of imports that biome.json checks. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Override {
  includes: string[];
  linter?: {
    rules?: {
      style?: {
        noRestrictedImports?: { options: { patterns: { group: string[] }[] } };
      };
    };
  };
}

const root = new URL('../../../../', import.meta.url);
const server = 'apps/server/src/';

const { overrides }: { overrides: Override[] } = JSON.parse(
  await readFile(new URL('biome.json', root), 'utf8'),
);

/** From the ground up, each with its rooms and what it may not import. */
const layers = overrides.flatMap(({ includes, linter }) => {
  const patterns = linter?.rules?.style?.noRestrictedImports?.options.patterns;
  const [files = ''] = includes;
  if (!patterns || !files.startsWith(server)) return [];
  const [, names = ''] = /^\{?([^}/*]*)\}?\/\*\*$/.exec(files.slice(server.length)) ?? [];
  const forbidden = patterns.flatMap(({ group }) => group);
  return [{ rooms: names.split(',').filter(Boolean), forbidden }];
});

test('every room is in one layer', async () => {
  const folders = await readdir(new URL(server, root), { withFileTypes: true });
  const rooms = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const placed = layers.flatMap((layer) => layer.rooms);
  expect(placed.toSorted()).toEqual(rooms.filter((name) => name !== 'testing').toSorted());
});

test('ARCHITECTURE.md has every room in its code map', async () => {
  const text = await readFile(new URL('ARCHITECTURE.md', root), 'utf8');
  const rooms = layers.flatMap((layer) => layer.rooms);
  expect(rooms.filter((room) => !text.includes(` ${room}/`))).toEqual([]);
});

test('no layer imports from one above it, nor from the tests', () => {
  for (const [place, { rooms, forbidden }] of layers.entries()) {
    const above = layers.slice(place + 1).flatMap((layer) => layer.rooms);
    const wanted = [...above, 'testing'].map((room) => `**/${room}/**`);
    expect(forbidden, rooms.join()).toEqual(expect.arrayContaining(wanted));
  }
});

test('the HTTP library is known to its surface and the application alone', () => {
  const knowing = layers.filter(({ forbidden }) => !forbidden.includes('fastify'));
  expect(knowing.flatMap(({ rooms }) => rooms)).toEqual(['http']);
});
