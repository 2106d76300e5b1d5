/** Names of records that a filter's conditions refer to by id. */
import type { Feature } from '@footfall/contract/access';
import type { Comparison, FilterTree } from '@footfall/contract/filter';
import type { RecordKind } from '@footfall/contract/filter-fields';
import { useRead } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { useMe, useTest } from '../shell/frame-context.tsx';
import { campaignTitle } from './campaign-title.ts';
import { idFilter, mostNamed } from './chosen-filter.ts';
import type { FilterPart } from './filter-parts.ts';
import { fieldPath, ownerOf } from './filter-path.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** For `company_id`, `company.id` and a record's own `id`; undefined if the field is no id. */
export function recordOfField(about: RecordKind, field: string): RecordKind | undefined {
  const path = fieldPath(about, field);
  const { name } = path;
  if (name === 'id') return ownerOf(about, path);
  const [, kind] = /^(visitor|identity|session|company|campaign|lead)_id$/.exec(name ?? '') ?? [];
  return kind as RecordKind | undefined;
}

/** A record's name by kind and id; the end of the id without one, or while loading. */
export type NameOf = (kind: RecordKind, id: string) => string;

export function useRecordNames(about: RecordKind, parts: readonly FilterPart[]): NameOf {
  const { timeline } = useMessages();
  const test = useTest();
  const ids = idsIn(about, parts);
  const { features } = useMe().workspace;
  const namesOfKind = (kind: RecordKind, feature?: Feature) => {
    const named = [...(ids.get(kind) ?? [])].sort().slice(0, mostNamed);
    return {
      query: { filter: idFilter(named), limit: named.length },
      options: {
        isEnabled: named.length > 0 && (!feature || features.includes(feature)),
        keepsPrevious: true,
      },
    };
  };
  const [companies, people, leads, campaigns, lists] = [
    namesOfKind('company', 'companies'),
    namesOfKind('identity'),
    namesOfKind('lead'),
    namesOfKind('campaign', 'campaigns'),
    namesOfKind('list', 'lists'),
  ];
  const company = useRead(
    'GET /companies',
    { query: { ...companies.query, test } },
    companies.options,
  );
  const person = useRead('GET /identities', { query: { ...people.query, test } }, people.options);
  const lead = useRead('GET /leads', { query: { ...leads.query, test } }, leads.options);
  const campaign = useRead('GET /campaigns', { query: campaigns.query }, campaigns.options);
  const list = useRead('GET /lists', { query: lists.query }, lists.options);
  const names = new Map<string, string>([
    ...(company.data?.data ?? []).map(({ id, name, domain }) => [id, name || domain] as const),
    ...(person.data?.data ?? []).map(({ id, name, email }) => [id, name || email] as const),
    ...(lead.data?.data ?? []).map(({ id, code }) => [id, code] as const),
    ...(campaign.data?.data ?? []).map((each) => [each.id, campaignTitle(each)] as const),
    ...(list.data?.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  return (kind, id) => {
    const end = id.slice(-6);
    return names.get(id) || (kind === 'visitor' ? timeline.anonymous(end) : `…${end}`);
  };
}

function idsIn(about: RecordKind, parts: readonly FilterPart[]): Map<RecordKind, Set<string>> {
  const idsByKind = new Map<RecordKind, Set<string>>();
  for (const { tree } of parts) {
    for (const [of, { field, value }] of tree ? comparisonsIn(about, tree) : []) {
      const kind = recordOfField(of, field);
      if (!kind) continue;
      for (const id of [value].flat().map(String).filter(isId)) {
        idsByKind.set(kind, (idsByKind.get(kind) ?? new Set()).add(id.toLowerCase()));
      }
    }
  }
  return idsByKind;
}

/** Each with its kind of record: inside did(…) that is the event. */
function comparisonsIn(about: RecordKind, tree: FilterTree): [RecordKind, Comparison][] {
  if ('and' in tree) return tree.and.flatMap((each) => comparisonsIn(about, each));
  if ('or' in tree) return tree.or.flatMap((each) => comparisonsIn(about, each));
  if ('not' in tree) return comparisonsIn(about, tree.not);
  if ('did' in tree) return tree.where ? comparisonsIn('event', tree.where) : [];
  return [[about, tree]];
}

export function isId(text: string): boolean {
  return uuid.test(text);
}
