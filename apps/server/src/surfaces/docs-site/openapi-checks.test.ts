/* docs/openapi-checks.md lists exactly what Schemathesis does not check. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../testing/service-process.ts';

const read = (path: string) => readFile(join(repository, path), 'utf8');
const [toml, page, contract] = await Promise.all([
  read('scripts/schemathesis.toml'),
  read('docs/openapi-checks.md'),
  read('docs/openapi.json'),
]);
const document = JSON.parse(contract) as {
  paths: Record<string, Record<string, { operationId?: string }>>;
};

/** `^(/exports)?/(events|sessions)$` means /events and /sessions; `^/ingest$` is one path. */
function pathsOf(pattern: string): string[] {
  const [, names] = /^\^(?:\(\/exports\)\?)?\/\(([\w|-]+)\)\$$/.exec(pattern) ?? [];
  if (names !== undefined) return names.split('|').map((name) => `/${name}`);
  const [, path] = /^\^(\/[\w/-]+)\$$/.exec(pattern) ?? [];
  if (path === undefined) throw new Error(`this test cannot read the pattern ${pattern}`);
  return [path];
}

/** Each check with where it is left out. */
function leftOut(): string[] {
  return toml
    .split('[[operations]]')
    .slice(1)
    .flatMap((block) => {
      const [, id] = /^include-operation-id = "(.*)"$/m.exec(block) ?? [];
      const [, pattern] = /^include-path-regex = "(.*)"$/m.exec(block) ?? [];
      const where = id === undefined ? pathsOf(pattern ?? '') : [id];
      const checks = [...block.matchAll(/^checks\.(\w+)\.enabled = false$/gm)];
      return checks.flatMap(([, check]) => where.map((one) => `${check} ${one}`));
    });
}

const rows = [...page.matchAll(/^\| `(\w+)` +\| (.*?) +\| .* \|$/gm)].map(
  ([, check = '', where = '']) => ({ check, where }),
);

test('the exceptions of the configuration equal those of the page', () => {
  const listed = rows
    .filter(({ where }) => !where.startsWith('everywhere'))
    .flatMap(({ check, where }) =>
      [...where.matchAll(/`([^`]+)`/g)].map(([, one]) => `${check} ${one}`),
    );
  expect(listed.length).toBeGreaterThan(5);
  expect(leftOut().sort()).toEqual(listed.sort());
});

test('answers that the page allows everywhere are allowed', () => {
  const everywhere = rows.filter(({ where }) => where.startsWith('everywhere'));
  expect(everywhere.length).toBe(2);
  for (const { check, where } of everywhere) {
    const block = toml.slice(toml.indexOf(`[checks.${check}]`));
    const [, statuses = ''] = /^expected-statuses = \[(.*)\]$/m.exec(block) ?? [];
    for (const [status] of where.matchAll(/\d{3}/g)) expect(statuses).toContain(status);
  }
});

test('the operations that are named are there', () => {
  const paths = Object.entries(document.paths);
  const ids = paths.flatMap(([, item]) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  const operationKeys = new Set([...paths.map(([path]) => path), ...ids]);
  const named = leftOut().map((one) => one.split(' ')[1] ?? '');
  expect(named.filter((one) => !operationKeys.has(one))).toEqual([]);
});
