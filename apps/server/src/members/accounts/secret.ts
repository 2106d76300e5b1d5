/** With what the installation signs cookies and encrypts codes; the owner of the database alone can read it. */
import type { Database, Tx } from '../../db/connect.ts';

export async function selectSecret(tx: Tx): Promise<string> {
  const [row] = await tx<{ secret: string }[]>`select secret from account_secrets`;
  if (!row) throw new Error('there is no secret of accounts');
  return row.secret;
}

/** It never changes while the service runs, so it is asked for once. */
export function rememberedSecret(db: Database): () => Promise<string> {
  let known: Promise<string> | undefined;
  return () => {
    known ??= db.system(selectSecret).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
