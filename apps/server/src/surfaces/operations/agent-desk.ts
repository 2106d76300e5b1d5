/**
 * Around agents' operations: whether a key may enter, what it has seen and previewed, and each call's audit
 * log entry.
 */
import type { Scope } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import type { IpAnonymisation } from '@footfall/contract/settings';
import {
  insertPreview,
  isWary,
  makeWary,
  noteAgainSeconds,
  takePreview,
} from '../../accounts/keys/agent-keys.ts';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import { insertAuditEntry, type Origin } from '../../accounts/workspaces/audit-log.ts';
import type { SettingsCache } from '../../accounts/workspaces/settings-cache.ts';
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { missingScope } from '../../platform/resource-kit/missing-scope.ts';
import type { Permissions } from '../../platform/resource-kit/operation-context.ts';
import { type Caller, permissionsOf } from './caller.ts';
import { missingFeature } from './refusals.ts';

export interface AgentCall {
  tool: string;
  argumentsHash: string;
  /** Records returned or written. */
  rows: number;
  resourceId?: string | undefined;
  /** The error's code, if it failed. */
  fault?: string | undefined;
  /** The answer contains visitors' text. */
  isOfVisitors: boolean;
  origin: Origin;
}

export interface AgentWriteCall {
  tool: string;
  argumentsHash: string;
}

export class AgentDesk {
  readonly #db: Database;
  readonly #settings: SettingsCache;
  readonly #onUsed: (key: KeyFacts) => void;
  /** When this process last marked a key as wary, by id. */
  readonly #wary = new RecentEntries<number>(10_000);

  /** `onUsed`: called for every valid key. */
  constructor(db: Database, settings: SettingsCache, onUsed: (key: KeyFacts) => void) {
    this.#db = db;
    this.#settings = settings;
    this.#onUsed = onUsed;
  }

  /**
   * The key's permissions. `refusal`: of the surface; `alsoNeeded`: scopes needed beside `mcp`, so that all
   * missing ones are listed at once. @throws ApiError
   */
  async admit(
    key: KeyFacts,
    refusal: ApiError | undefined,
    alsoNeeded: readonly Scope[],
  ): Promise<Permissions> {
    const caller: Caller = { kind: 'key', key };
    const permissions = await this.#db.workspace(key.workspaceId, (tx) =>
      permissionsOf(tx, caller),
    );
    if (permissions instanceof ApiError) throw permissions;
    this.#onUsed(key);
    if (refusal) throw refusal;
    if (!permissions.features.has('mcp')) throw missingFeature('mcp');
    if (!permissions.scopes.has('mcp')) {
      const missing = (['mcp', ...alsoNeeded] as const).filter(
        (name) => !permissions.scopes.has(name),
      );
      throw missingScope([...new Set(missing)]);
    }
    return permissions;
  }

  /** Before the answer. Reads do not wait for the disk: their entry may be lost in a crash. */
  async record(key: KeyFacts, call: AgentCall): Promise<void> {
    const { ip_anonymisation: mode } = await this.#settings.get(key.workspaceId);
    const now = performance.now();
    const isKnown = now - (this.#wary.get(key.id) ?? -Infinity) < noteAgainSeconds * 1000;
    const makesWary = call.isOfVisitors && !isKnown;
    const insert = async (tx: Tx) => {
      await insertCall(tx, key, call, mode);
      if (makesWary) await makeWary(tx, key.workspaceId, key.id);
    };
    await this.#db.workspace(key.workspaceId, insert, { waitsForDisk: false });
    if (makesWary) this.#wary.set(key.id, now);
  }

  isWary(key: KeyFacts): Promise<boolean> {
    return this.#db.workspace(key.workspaceId, (tx) => isWary(tx, key.workspaceId, key.id));
  }

  preview(key: KeyFacts, call: AgentWriteCall, entityTag: string | undefined): Promise<string> {
    const write = { keyId: key.id, ...call };
    return this.#db.workspace(key.workspaceId, (tx) =>
      insertPreview(tx, key.workspaceId, write, entityTag),
    );
  }

  /** Uses up the token. Undefined if it is not valid for this. */
  take(key: KeyFacts, call: AgentWriteCall, token: string) {
    const write = { keyId: key.id, ...call };
    return this.#db.workspace(key.workspaceId, (tx) =>
      takePreview(tx, key.workspaceId, write, token),
    );
  }
}

/** Whether a caller may run the operation with any arguments. */
export function mayRun({ feature, scopes }: OperationSpec, permissions: Permissions): boolean {
  return (
    permissions.features.has(feature) &&
    (scopes.length === 0 || scopes.some((scope) => permissions.scopes.has(scope)))
  );
}

function insertCall(tx: Tx, key: KeyFacts, call: AgentCall, mode: IpAnonymisation): Promise<void> {
  const { tool, argumentsHash, rows, resourceId, fault, origin } = call;
  const entry = {
    actor: { kind: 'key' as const, id: key.id },
    action: `mcp ${tool}`,
    resourceType: 'mcp',
    resourceId: resourceId ?? null,
    fields: [],
    call: { arguments: argumentsHash, rows, ...(fault && { fault }) },
    origin,
  };
  return insertAuditEntry(tx, key.workspaceId, entry, mode);
}
