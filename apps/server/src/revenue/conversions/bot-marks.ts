/** Updates which conversions count as a bot's after an override on their visitor. */
import type { Tx } from '../../platform/db/connect.ts';
import type { BotOverride, OverrideVisitor } from '../../records/visit/bot-overrides.ts';

const counted = (tx: Tx, override: BotOverride | undefined) =>
  tx`case ${override ?? null}::text when 'bot' then true when 'not_bot' then false else c.found_bot end`;

const unsettled = (
  tx: Tx,
  workspaceId: string,
  { visitorId, isTest }: OverrideVisitor,
  override: BotOverride | undefined,
) => tx`
  c.workspace_id = ${workspaceId} and c.visitor_id = ${visitorId} and c.is_test = ${isTest}
  and c.is_bot <> ${counted(tx, override)}`;

export async function countUnsettledConversions(
  tx: Tx,
  workspaceId: string,
  visitor: OverrideVisitor,
  override: BotOverride | undefined,
): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from conversions c where ${unsettled(tx, workspaceId, visitor, override)}`;
  return row?.total ?? 0;
}

/** Corrects the next `limit` conversions with a wrong mark, and returns them. */
export async function settleConversionMarks(
  tx: Tx,
  workspaceId: string,
  visitor: OverrideVisitor,
  override: BotOverride | undefined,
  limit: number,
): Promise<{ id: string; session_id: string }[]> {
  return tx<{ id: string; session_id: string }[]>`
    with due as (
      select c.id from conversions c where ${unsettled(tx, workspaceId, visitor, override)}
      order by c.id limit ${limit} for no key update)
    update conversions c set is_bot = ${counted(tx, override)}, updated_at = now()
    from due where c.workspace_id = ${workspaceId} and c.id = due.id
    returning c.id, c.session_id`;
}
