/** Counts the visitors that publicly claimed a name, in the database. */
import { arrayLiteral } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Question } from '../../platform/db/joint-questions.ts';

export interface PublicName {
  kind: 'email' | 'user';
  isTest: boolean;
  /** A normalized address, or a user_id. */
  name: string;
  visitorId: string;
}

export interface Overflow extends Omit<PublicName, 'visitorId'> {
  /** Visitors that count for the name, up to the limit. */
  size: number;
  /** Those of the given visitors that are among them. */
  visitorIds: string[];
}

/**
 * For names frequent enough to exceed `limit` with these visitors: how many visitors count for the person. `busy`:
 * the result of `busyNames`. Skips from visitor to visitor in the index, so the number of claims of each does not
 * matter.
 */
export async function selectOverflows(
  tx: Tx,
  workspaceId: string,
  names: PublicName[],
  busy: Name[],
  limit: number,
): Promise<Overflow[]> {
  if (busy.length === 0) return [];
  const keys = new Set(busy.map(nameKey));
  const ofKind = (kind: PublicName['kind']) =>
    names.filter((name) => name.kind === kind && keys.has(nameKey(name)));
  const [byEmail, byUser] = await Promise.all([
    selectOfKind(tx, workspaceId, ofKind('email'), limit, isOfEmail),
    selectOfKind(tx, workspaceId, ofKind('user'), limit, isOfUser),
  ]);
  return [
    ...byEmail.map((overflow) => ({ ...overflow, kind: 'email' as const })),
    ...byUser.map((overflow) => ({ ...overflow, kind: 'user' as const })),
  ];
}

type Name = Omit<PublicName, 'visitorId'>;

/** A name as a key. */
export const nameKey = ({ kind, isTest, name }: Name) => `${kind}${isTest}${name}`;

/** Conditions on link l and name n. */
const isOfEmail = `l.email_key = n.name and l.email_key <> '' and not l.crowded`;
const isOfUser = 'l.user_id = n.name and l.identity_id is not null';

/** Names frequent enough to need counting; usually none. */
export function busyNames(names: PublicName[], limit: number): Question<Name> {
  const visitors = new Map<string, Set<string>>();
  for (const name of names) {
    const key = nameKey(name);
    visitors.set(key, (visitors.get(key) ?? new Set()).add(name.visitorId));
  }
  const rooms = names.map((name) => Math.max(0, limit - (visitors.get(nameKey(name))?.size ?? 0)));
  const linksOfName = (isOfName: string) => `
    exists (select from identity_links l
      where l.workspace_id = $1::uuid and l.is_test = n.is_test and l.by_right = 'public' and ${isOfName}
      offset n.room)`;
  return {
    select: (first) => `
      select n.kind, n.name, n.is_test as "isTest"
      from unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::boolean[], $${first + 3}::integer[])
        as n (kind, name, is_test, room)
      where case when n.kind = 'email' then ${linksOfName(isOfEmail)} else ${linksOfName(isOfUser)} end`,
    parameters: [
      arrayLiteral(
        'text',
        names.map(({ kind }) => kind),
      ),
      arrayLiteral(
        'text',
        names.map(({ name }) => name),
      ),
      arrayLiteral(
        'boolean',
        names.map(({ isTest }) => isTest),
      ),
      arrayLiteral('integer', rooms),
    ],
  };
}

async function selectOfKind(
  tx: Tx,
  workspaceId: string,
  names: PublicName[],
  limit: number,
  isOfName: string,
): Promise<Omit<Overflow, 'kind'>[]> {
  const ofName = tx`
    l.workspace_id = ${workspaceId} and l.is_test = n.is_test and l.by_right = 'public' and ${tx.unsafe(isOfName)}`;
  return tx<Omit<Overflow, 'kind'>[]>`
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
