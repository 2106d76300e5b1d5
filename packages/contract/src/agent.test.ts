import type { TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import {
  type AgentUse,
  agentKinds,
  agentToolNames,
  agentTools,
  agentWriteNames,
  agentWrites,
  explained,
} from './agent.ts';
import type { OperationSpec } from './operation.ts';
import { operations } from './operations.ts';

const specs: OperationSpec[] = Object.values(operations);
const uses = specs.flatMap((operation) =>
  (operation.agent ?? []).map((use): [OperationSpec, AgentUse] => [operation, use]),
);
const namesOf = (schema: TSchema | undefined) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
const recordIn = ({ ok }: OperationSpec) => {
  const { data } = (ok as unknown as { properties: { data: TSchema & { items?: TSchema } } })
    .properties;
  return data.items ?? data;
};

test('every tool is made of operations, and no operation names another', () => {
  const made = new Set(uses.map(([, { tool }]) => tool));
  // These two read what the others list and get.
  expect(new Set([...made, 'fetch', 'schema'])).toEqual(new Set(agentToolNames));
  expect(agentToolNames.length).toBeLessThanOrEqual(15);
});

test('every kind is listed or got, and everything that is explained has an operation', () => {
  const kinds = uses.flatMap(([, use]) => ('kind' in use ? [use.kind] : []));
  expect(new Set(kinds)).toEqual(new Set(agentKinds));
  const what = uses.flatMap(([, use]) => (use.tool === 'explain' ? [use.what] : []));
  expect(new Set(what)).toEqual(new Set(Object.keys(explained)));
});

describe.each(uses)('$id', (operation, use) => {
  test(`is what ${use.tool} needs`, () => {
    const fields = 'fields' in use ? use.fields : undefined;
    const names = namesOf(recordIn(operation));
    for (const field of fields ?? []) expect(names).toContain(field);
    if (use.tool === 'list')
      expect(namesOf(operation.query)).toEqual(
        expect.arrayContaining(['limit', 'cursor', 'fields']),
      );
    const takesId = use.tool === 'get' || (use.tool === 'explain' && explained[use.what] !== null);
    if (takesId) expect(namesOf(operation.params)).toEqual(['id']);
    if (fields) expect(operation.method).toBe('GET');
  });
});

test.each(agentWriteNames)('%s takes what its operation takes', (tool) => {
  const operation = specs.find(({ agent }) => agent?.some((use) => use.tool === tool));
  const { id }: { id?: string } = agentWrites[tool];
  const inputs = Object.keys(agentTools[tool].input.properties);
  const body = inputs.filter((name) => name !== 'dry_run' && name !== 'token' && name !== id);
  expect(namesOf(operation?.body)).toEqual(expect.arrayContaining(body));
  expect(operation?.params !== undefined).toBe(id !== undefined);
  expect(inputs).toEqual(expect.arrayContaining(['dry_run', 'token']));
});
