/** A list's members with their data: the list itself only has ids. */
import type { ListMember, VisitorList } from '@footfall/contract/list-record';
import { useCall, useOutdate, useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { idFilter } from '../../kit/chosen-filter.ts';
import { useListChanges } from '../../kit/list-change.ts';
import { sayFault, sayUndoable } from '../../kit/toasts.ts';
import { useMessages } from '../../messages/language.tsx';
import { type ListState, useTest } from '../../shell/frame-context.tsx';
import { pageQuery } from '../../shell/list-query.ts';

export interface MemberNames {
  name: string | undefined;
  place: string;
  lastSeen: string;
}

export function useMembers(id: string, list: ListState) {
  const query = pageQuery<'created_at' | '-created_at'>(list);
  const input = { params: { id }, query };
  const members = useRead('GET /lists/{id}/members', input, { keepsPrevious: true });
  return { members, names: useMemberNames(members.data?.data ?? []) };
}

function useMemberNames(members: ListMember[]): ReadonlyMap<string, MemberNames> {
  const idsOf = (type: string) => members.filter((each) => each.type === type).map(({ id }) => id);
  const [visitors, people] = [idsOf('visitor'), idsOf('identity')];
  const test = useTest();
  const queryFor = (ids: string[]) => ({ filter: idFilter(ids), limit: 100, test });
  const ofVisitors = useRead(
    'GET /visitors',
    { query: { ...queryFor(visitors), expand: ['identity'] } },
    { isEnabled: visitors.length > 0 },
  );
  const ofPeople = useRead(
    'GET /identities',
    { query: queryFor(people) },
    { isEnabled: people.length > 0 },
  );
  return new Map([
    ...(ofVisitors.data?.data ?? []).map(
      ({ id, identity, city, country, last_seen }): [string, MemberNames] => [
        id,
        {
          name: identity?.name || identity?.email || undefined,
          place: placeText(city, country),
          lastSeen: last_seen,
        },
      ],
    ),
    ...(ofPeople.data?.data ?? []).map(
      ({ id, name, email, city, country, last_seen }): [string, MemberNames] => [
        id,
        {
          name: name || email || undefined,
          place: placeText(city, country),
          lastSeen: last_seen,
        },
      ],
    ),
  ]);
}

function placeText(...parts: unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ') || '–';
}

type Named = Pick<ListMember, 'id' | 'type'>;
type RemovedMembers = AnswerOf<'POST /lists/{id}/members/remove'>['data'];

/** Limit of one request. */
const mostNamed = 1000;

function partsOf(members: Named[]): Named[][] {
  const count = Math.ceil(members.length / mostNamed);
  return Array.from({ length: count }, (_, part) =>
    members.slice(part * mostNamed, (part + 1) * mostNamed),
  );
}

function idsIn(members: Named[]) {
  const idsOf = (type: ListMember['type']) =>
    members.filter((each) => each.type === type).map(({ id }) => id);
  return { visitor_ids: idsOf('visitor'), identity_ids: idsOf('identity') };
}

/** Removes them from the list, with undo for ten seconds. */
export function useRemoval(list: Pick<VisitorList, 'id' | 'name'>) {
  const { id } = list;
  const call = useCall();
  const outdate = useOutdate();
  const test = useTest();
  const { make } = useListChanges();
  const { lists, common } = useMessages();
  const settle = () => outdate(['GET /lists/{id}/members']);
  const guarded = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (fault) {
      sayFault(fault instanceof Error ? fault : new Error(String(fault)), common);
    }
    await settle();
  };
  return {
    remove: (members: Named[]) =>
      guarded(async () => {
        const removed: RemovedMembers[] = [];
        for (const part of partsOf(members)) {
          const request = { params: { id }, body: idsIn(part) };
          removed.push((await call('POST /lists/{id}/members/remove', request)).body.data);
        }
        const count = removed.reduce((sum, part) => sum + part.removed, 0);
        sayUndoable(lists.removed(count), common, async () => {
          for (const { visitor_ids, identity_ids } of removed) {
            const body = { visitor_ids, identity_ids };
            await call('POST /lists/{id}/members', { params: { id }, body });
          }
          await settle();
        });
      }),
    removeAll: () =>
      guarded(() => {
        const filter = `list.id = ${id}`;
        const of = [
          { of: 'visitors', filter },
          { of: 'identities', filter },
        ] as const;
        return make({ list, action: 'remove', of: [...of], test, bots: false });
      }),
  };
}
