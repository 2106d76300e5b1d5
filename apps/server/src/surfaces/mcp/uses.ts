/** Maps tool calls to operations, and finds those a key may run. */

import type { Scope } from '@footfall/contract/access';
import {
  type AgentKind,
  type AgentToolName,
  type AgentUse,
  agentKinds,
  agentToolNames,
  type Explained,
  explained,
  isAgentWrite,
} from '@footfall/contract/agent';
import { ApiError } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import type { Permissions } from '../../platform/resource-kit/operation-context.ts';
import { mayRun } from '../operations/agent-desk.ts';

export interface Behind<U extends AgentUse = AgentUse> {
  operation: OperationSpec;
  use: U;
}

type UseOf<T extends AgentUse['tool']> = Extract<AgentUse, { tool: T }>;
export type Listed = UseOf<'list'>;
export type Included = Extract<AgentUse, { include: string }>;

const all: Behind[] = Object.values(operations).flatMap((operation: OperationSpec) =>
  (operation.agent ?? []).map((use) => ({ operation, use })),
);

/** Tools built on those that read records by kind. */
const madeOf: Partial<Record<AgentToolName, readonly AgentUse['tool'][]>> = {
  fetch: ['get'],
  schema: ['list', 'get'],
};

const byTool = new Map(
  agentToolNames.map((tool): [AgentToolName, Behind[]] => {
    const tools: readonly string[] = madeOf[tool] ?? [tool];
    return [tool, all.filter(({ use }) => tools.includes(use.tool))];
  }),
);

function behind(tool: AgentToolName): Behind[] {
  return byTool.get(tool) ?? [];
}

export interface Narrowing {
  readOnly: boolean;
  /** Undefined: all. */
  tools: ReadonlySet<string> | undefined;
}

/** Tools that the key may call, in order. */
export function offeredTools(
  permissions: Permissions,
  { readOnly, tools }: Narrowing,
): AgentToolName[] {
  return agentToolNames.filter(
    (tool) =>
      !(readOnly && isAgentWrite(tool)) &&
      (tools?.has(tool) ?? true) &&
      behind(tool).some(({ operation }) => mayRun(operation, permissions)),
  );
}

/** A tool's replacement for the words that mean kinds. */
export function offeredKinds(
  tool: 'list' | 'get' | 'schema',
  permissions: Permissions,
): AgentKind[] {
  const uses = behind(tool).flatMap(({ operation, use }) =>
    'kind' in use && !('include' in use) && mayRun(operation, permissions) ? [use.kind] : [],
  );
  return agentKinds.filter((kind) => uses.includes(kind));
}

export function offeredExplanations(permissions: Permissions): Explained[] {
  return (Object.keys(explained) as Explained[]).filter((what) =>
    explainers(what).some(({ operation }) => mayRun(operation, permissions)),
  );
}

/** Scopes a call needs; if any of several suffices, the first. */
export function scopesOfCall(tool: AgentToolName, input: Record<string, unknown>): Scope[] {
  const wanted = behind(tool).find(({ use }) => {
    if (use.tool === 'explain') return use.what === input.what;
    return !('kind' in use) || (use.kind === input.kind && !('include' in use));
  });
  return wanted?.operation.scopes.slice(0, 1) ?? [];
}

/** The operation of a tool with a single one. */
export function operationOf(tool: AgentToolName): Behind {
  const [first] = behind(tool);
  if (!first) throw new Error(`no operation is called by ${tool}`);
  return first;
}

export function listOf(kind: string): Behind<Listed> | undefined {
  return all.find((one): one is Behind<Listed> => one.use.tool === 'list' && one.use.kind === kind);
}

export function recordOf(kind: string): Behind | undefined {
  return all.find(({ use }) => use.tool === 'get' && use.kind === kind && !('include' in use));
}

export function includesOf(kind: string): Behind<Included>[] {
  return all.filter(
    (one): one is Behind<Included> =>
      one.use.tool === 'get' && one.use.kind === kind && 'include' in one.use,
  );
}

export function explainers(what: Explained): Behind<UseOf<'explain'>>[] {
  return all.filter(
    (one): one is Behind<UseOf<'explain'>> => one.use.tool === 'explain' && one.use.what === what,
  );
}

/** @throws ApiError forbidden */
export function allowed<B extends Behind>(body: B, permissions: Permissions): B {
  const { operation } = body;
  if (mayRun(operation, permissions)) return body;
  const scopes =
    operation.scopes.length > 0 ? ` and the scope ${operation.scopes.join(' or ')}` : '';
  throw new ApiError(
    'forbidden',
    `This needs the feature ${operation.feature}${scopes}. Ask for a key with them, or continue without this data.`,
  );
}
