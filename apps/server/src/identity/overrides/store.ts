/** Overrides in the database. Append-only. */
import type { OverrideKind } from '@footfall/contract/overrides';
import type { Tx } from '../../platform/db/connect.ts';
import type { Actor } from '../../platform/resource-kit/operation-context.ts';
import { isInForce } from '../../records/visit/bot-overrides.ts';

export interface NewOverride {
  id: string;
  isTest: boolean;
  kind: OverrideKind | 'undo';
  visitorId: string | null;
  companyId: string | null;
  reason: string;
  undoes: string | null;
}

export async function insertOverride(
  tx: Tx,
  workspaceId: string,
  row: NewOverride,
  actor: Actor,
): Promise<void> {
  await tx`
    insert into verdicts (workspace_id, id, is_test, kind, visitor_id, company_id, reason, undoes, actor_kind, actor_id)
    values (${workspaceId}, ${row.id}, ${row.isTest}, ${row.kind}, ${row.visitorId}, ${row.companyId}, ${row.reason},
            ${row.undoes}, ${actor.kind}, ${actor.kind === 'command' ? null : actor.id})`;
}

export interface StoredOverride {
  id: string;
  isTest: boolean;
  kind: OverrideKind;
  visitorId: string | null;
  companyId: string | null;
  isUndone: boolean;
}

export async function selectStoredOverride(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<StoredOverride | undefined> {
  const [row] = await tx<StoredOverride[]>`
    select d.id, d.is_test as "isTest", d.kind, d.visitor_id as "visitorId", d.company_id as "companyId",
           not ${tx.unsafe(isInForce)} as "isUndone"
    from verdicts d where d.workspace_id = ${workspaceId} and d.id = ${id} and d.kind <> 'undo'`;
  return row;
}

/** An override of one of these kinds in force for exactly this subject. */
export async function selectOverrideInForce(
  tx: Tx,
  workspaceId: string,
  kinds: OverrideKind[],
  of: { visitorId: string | null; companyId: string | null; isTest: boolean },
): Promise<{ id: string; kind: OverrideKind } | undefined> {
  const about =
    of.visitorId === null
      ? tx`d.visitor_id is null and d.company_id = ${of.companyId}`
      : tx`d.visitor_id = ${of.visitorId} and d.company_id is not distinct from ${of.companyId}`;
  const [row] = await tx<{ id: string; kind: OverrideKind }[]>`
    select d.id, d.kind from verdicts d
    where d.workspace_id = ${workspaceId} and ${about} and d.is_test = ${of.isTest} and d.kind = any(${kinds})
      and ${tx.unsafe(isInForce)}
    limit 1`;
  return row;
}

export interface OverrideCounts {
  ofVisitor: number;
  ofCompanies: number;
  ofWorkspace: number;
}

export async function countOverrides(
  tx: Tx,
  workspaceId: string,
  visitorId: string | null,
): Promise<OverrideCounts> {
  const [row] = await tx<OverrideCounts[]>`
    select (select count(*)::integer from verdicts
            where workspace_id = ${workspaceId} and visitor_id = ${visitorId}::uuid) as "ofVisitor",
           (select count(*)::integer from verdicts d
            where d.workspace_id = ${workspaceId} and d.kind = 'not_company' and d.visitor_id is null
              and ${tx.unsafe(isInForce)}) as "ofCompanies",
           (select count(*)::integer from verdicts where workspace_id = ${workspaceId}) as "ofWorkspace"`;
  return row ?? { ofVisitor: 0, ofCompanies: 0, ofWorkspace: 0 };
}

/** Job subjects with an override so recent that a message may still be written under the previous one. */
export async function selectUnsure(
  tx: Tx,
  workspaceId: string,
  subjects: string[],
): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select coalesce(d.company_id, d.visitor_id) as id
    from verdicts d left join verdicts u on u.workspace_id = ${workspaceId} and u.undoes = d.id
    where d.workspace_id = ${workspaceId}
      and (d.visitor_id = any(${subjects}::uuid[]) or d.company_id = any(${subjects}::uuid[]))
      and coalesce(u.created_at, d.created_at) > now() - interval '10 minutes'
      and coalesce(u.xact, d.xact) >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
  return new Set(rows.map(({ id }) => id));
}
