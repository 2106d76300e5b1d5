/** People's email addresses in the database, from the links that verified them. */
import type { PersonAddress } from '@footfall/contract/identities';
import { verificationLevels } from '@footfall/contract/verification-levels';
import { type Dated, withTimestamps } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';

const shownOfPerson = 50;

type AddressRow = Dated<PersonAddress> & { identity_id: string };

/** By person, newest first. */
export async function selectAddresses(
  tx: Tx,
  workspaceId: string,
  identityIds: string[],
): Promise<Map<string, PersonAddress[]>> {
  const levels = tx`(${[...verificationLevels]}::text[])`;
  const rows = await tx<AddressRow[]>`
    select identity_id, email, ${levels}[level_place] as verification_level, first_seen_at, last_seen_at
    from (
      select identity_id, (array_agg(email order by linked_at, event_id))[1] as email,
             -- An address beside a proved user_id is a device's word.
             max(array_position(${levels}, case proved_name when 'user_id' then 'device' else by_right end)) as level_place,
             min(linked_at) as first_seen_at, max(linked_at) as last_seen_at,
             row_number() over (partition by identity_id order by max(linked_at) desc, email_key) as place
      from (
        select *, max(weight) over (partition by identity_id, email_key) as most
        from identity_links
        where workspace_id = ${workspaceId} and identity_id = any(${identityIds}::uuid[])
          and owns_email and email_key <> ''
      ) given
      -- Who knows no more than the address does not say when it was theirs.
      where weight > 1 or most = 1
      group by identity_id, email_key
    ) addresses
    where place <= ${shownOfPerson}
    order by identity_id, place`;
  const byPerson = new Map<string, PersonAddress[]>();
  for (const { identity_id, ...address } of rows) {
    const own = byPerson.get(identity_id) ?? [];
    own.push(withTimestamps<PersonAddress>(address));
    byPerson.set(identity_id, own);
  }
  return byPerson;
}

/** For an `in`: owners of the address. Links from older versions have no addresses; their people do. */
export const ownersOf = (tx: Tx, workspaceId: string, isTest: boolean, email: string) => tx`
  select id from identities
  where workspace_id = ${workspaceId} and is_test = ${isTest} and email_key <> '' and email_key = lower(${email})
  union all
  (select identity_id from identity_links
   where workspace_id = ${workspaceId} and is_test = ${isTest} and email_key <> '' and email_key = lower(${email})
     and owns_email
   order by linked_at, event_id limit 1)`;
