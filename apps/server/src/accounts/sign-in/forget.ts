/** Deletes expired sessions, challenges, codes and invitations. */
import type { Tx } from '../../platform/db/connect.ts';

export async function forgetOldSessions(tx: Tx): Promise<void> {
  await tx`delete from user_sessions where expires_at < now()`;
  await tx`delete from user_verifications where expires_at < now()`;
  await tx`delete from used_codes where used_at < now() - interval '1 hour'`;
  await tx`delete from invitations where expires_at < now() - interval '30 days'`;
}
