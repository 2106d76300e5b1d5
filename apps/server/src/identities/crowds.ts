/** How many visitors gave a name by public right, in the database. */
import type { Tx } from '../db/connect.ts';

export interface PublicName {
  kind: 'email' | 'user';
  isTest: boolean;
  /** An address as addresses are compared, or a user_id. */
  name: string;
  visitorId: string;
}

export interface Crowd extends Omit<PublicName, 'visitorId'> {
  /** Of the visitors who are believed; counted as far as the limit. */
  size: number;
  /** Those of the given ones who are among them. */
  visitorIds: string[];
}

/**
 * Of the names that may come to have more visitors than `limit` with these, how many are believed to be their person.
 * Goes from one visitor to the next in the index, so that it does not matter how often each of them gave it.
 */
export async function selectCrowds(
  tx: Tx,
  workspaceId: string,
  names: PublicName[],
  limit: number,
): Promise<Crowd[]> {
  const busy = await selectBusy(tx, workspaceId, names, limit);
  if (busy.size === 0) return [];
  const ofKind = (kind: PublicName['kind']) =>
    names.filter((name) => name.kind === kind && busy.has(nameKey(name)));
  const [byEmail, byUser] = await Promise.all([
    selectOfKind(tx, workspaceId, ofKind('email'), limit, ofEmail(tx)),
    selectOfKind(tx, workspaceId, ofKind('user'), limit, ofUser(tx)),
  ]);
  return [
    ...byEmail.map((crowd) => ({ ...crowd, kind: 'email' as const })),
    ...byUser.map((crowd) => ({ ...crowd, kind: 'user' as const })),
  ];
}

/** A name as a key. */
export const nameKey = ({ kind, isTest, name }: Omit<PublicName, 'visitorId'>) =>
  `${kind}${isTest}${name}`;

const ofEmail = (tx: Tx) => tx`l.email_key = n.name and l.email_key <> '' and not l.crowded`;
const ofUser = (tx: Tx) => tx`l.user_id = n.name and l.identity_id is not null`;

/** Names that were given so often that it is worth while to count visitors: hardly ever any. */
async function selectBusy(
  tx: Tx,
  workspaceId: string,
  names: PublicName[],
  limit: number,
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const visitors = new Map<string, Set<string>>();
  for (const name of names) {
    const key = nameKey(name);
    visitors.set(key, (visitors.get(key) ?? new Set()).add(name.visitorId));
  }
  const rooms = names.map((name) => Math.max(0, limit - (visitors.get(nameKey(name))?.size ?? 0)));
  const given = (isOfName: ReturnType<typeof ofEmail>) => tx`
    exists (select from identity_links l
      where l.workspace_id = ${workspaceId} and l.is_test = n.is_test and l.by_right = 'public' and ${isOfName}
      offset n.room)`;
  const rows = await tx<Omit<PublicName, 'visitorId'>[]>`
    select n.kind, n.name, n.is_test as "isTest"
    from unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ name }) => name)}::text[],
                ${names.map(({ isTest }) => String(isTest))}::text[]::boolean[], ${rooms}::integer[])
      as n (kind, name, is_test, room)
    where case when n.kind = 'email' then ${given(ofEmail(tx))} else ${given(ofUser(tx))} end`;
  return new Set(rows.map(nameKey));
}

/** `isOfName`: of the link l and the name n. */
async function selectOfKind(
  tx: Tx,
  workspaceId: string,
  names: PublicName[],
  limit: number,
  isOfName: ReturnType<typeof ofEmail>,
): Promise<Omit<Crowd, 'kind'>[]> {
  const ofName = tx`
    l.workspace_id = ${workspaceId} and l.is_test = n.is_test and l.by_right = 'public' and ${isOfName}`;
  return tx<Omit<Crowd, 'kind'>[]>`
    select n.name, n.is_test as "isTest", c.size, array(
        select distinct l.visitor_id from identity_links l
        where ${ofName} and l.visitor_id = any(n.visitor_ids)) as "visitorIds"
    from (
      select name, is_test, array_agg(distinct visitor_id) as visitor_ids
      from unnest(${names.map(({ name }) => name)}::text[],
                  ${names.map(({ isTest }) => String(isTest))}::text[]::boolean[],
                  ${names.map(({ visitorId }) => visitorId)}::uuid[]) as t (name, is_test, visitor_id)
      group by name, is_test
    ) n
    cross join lateral (
      with recursive visitors as (
        (select l.visitor_id, 1 as place from identity_links l where ${ofName} order by l.visitor_id limit 1)
        union all
        select next.visitor_id, v.place + 1
        from visitors v cross join lateral (
          select l.visitor_id from identity_links l
          where ${ofName} and l.visitor_id > v.visitor_id
          order by l.visitor_id limit 1) next
        where v.place < ${limit}
      )
      select coalesce(max(place), 0) as size from visitors
    ) c`;
}
