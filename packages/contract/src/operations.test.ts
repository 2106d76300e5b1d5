import { expect, test } from 'vitest';
import { featureNames, keyKindNames, keyKinds, scopeNames } from './access.ts';
import type { OperationSpec } from './operation.ts';
import { operations } from './operations.ts';

const specs = Object.entries(operations) as [string, OperationSpec][];

test.each(specs)('%s is declared under its own id, with known scopes and feature', (name, spec) => {
  expect(spec.id).toBe(name);
  expect(featureNames).toContain(spec.feature);
  for (const scope of spec.scopes) expect(scopeNames).toContain(scope);
  expect(spec.summary).toMatch(/^[A-Z].*[^.]$/);
});

test.each(specs)(
  '%s: the parameters of its path are exactly those that it declares',
  (_name, spec) => {
    const inPath = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(Object.keys(spec.params?.properties ?? {})).toEqual(inPath);
  },
);

test.each(specs)(
  '%s takes a body where it writes, and answers one but with 204',
  (_name, spec: OperationSpec) => {
    expect(spec.body !== undefined).toBe(spec.method === 'POST' || spec.method === 'PATCH');
    const isSent = [spec.stream, spec.file, spec.document].some((kind) => kind !== undefined);
    const hasNone = spec.status === 204 || isSent;
    expect(spec.ok === undefined).toBe(hasNone);
  },
);

test('no two operations share method and path', () => {
  const places = specs.map(
    ([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '*')}`,
  );
  expect(new Set(places).size).toBe(places.length);
});

test('every list takes limit and offset and answers with the total', () => {
  const lists = specs.filter(([, { ok }]) => JSON.stringify(ok ?? {}).includes('"pagination"'));
  expect(lists.length).toBeGreaterThan(2);
  for (const [name, { query }] of lists) {
    expect(Object.keys(query?.properties ?? {}), name).toEqual(
      expect.arrayContaining(['limit', 'offset']),
    );
  }
});

test('the prefixes of key kinds differ, and the legacy one begins them all', () => {
  const prefixes = keyKindNames.map((kind) => keyKinds[kind].prefix);
  expect(new Set(prefixes).size).toBe(prefixes.length);
  for (const prefix of prefixes) expect(prefix.startsWith(keyKinds.legacy.prefix)).toBe(true);
});
