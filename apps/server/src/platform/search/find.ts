/**
 * Searches records in two steps: tokens give candidates, the records themselves confirm them. So outdated
 * tokens never cause false hits; and records without tokens yet are read directly.
 */
import type { MatchedField, SearchHit, SearchKind } from '@footfall/contract/search';
import { compareText } from '../common/compare-text.ts';
import type { Tx } from '../db/connect.ts';
import {
  type IndexedKind,
  type SearchedLead,
  type SearchedRecord,
  selectByIds,
  selectSearched,
} from './records.ts';
import { type Scan, type Scanned, scanTokens } from './tokens.ts';
import {
  idBeginning,
  idRangeOf,
  insideMark,
  isBetter,
  isLongEnoughInside,
  type Match,
  matchOf,
  matchOfId,
  rangeOf,
  readQuery,
  type SearchQuery,
} from './words.ts';

export interface SearchRequest {
  text: string;
  isTest: boolean;
  /** Per kind. */
  limit: number;
}

/** Records that may match. */
interface Candidates {
  query: SearchQuery;
  beginning: string | undefined;
  ids: Record<SearchKind, string[]>;
  /** Kinds with possibly more matches. */
  cut: Set<SearchKind>;
}

interface SearchMatch {
  record: SearchedRecord;
  match: Match;
}

export interface SearchHits {
  hits: SearchHit[];
  hasMore: Partial<Record<SearchKind, boolean>>;
}

/** Most tokens of a record with a common prefix; more only hide others. */
const tokensAlike = 8;
/** For several words in any order, most records checked for the longest one. */
const recordsWithWord = 200;
const pendingRead = 200;
/** Most people to search leads of. */
const peopleWithLeads = 50;

/** Needs no permissions yet: ids are not shown. `kinds`: to search. */
export async function selectCandidates(
  tx: Tx,
  workspaceId: string,
  { text, isTest, limit }: SearchRequest,
  kinds: ReadonlySet<SearchKind>,
): Promise<Candidates> {
  const query = readQuery(text);
  const beginning = idBeginning(text);
  const indexed: IndexedKind[] = kinds.has('lead') ? ['identity', 'lead'] : [];
  if (kinds.has('identity') && !kinds.has('lead')) indexed.push('identity');
  if (kinds.has('company')) indexed.push('company');
  const scans = query.phrase === '' ? [] : indexed.flatMap((kind) => scansOf(kind, query, limit));
  const [{ scanned, pending }, byIds] = await Promise.all([
    scanTokens(tx, workspaceId, isTest, scans, pendingRead),
    beginning === undefined
      ? []
      : selectByIds(tx, workspaceId, isTest, idRangeOf(beginning), limit + 1),
  ]);
  const ids: Candidates['ids'] = { identity: [], company: [], lead: [], visitor: [] };
  const cut = new Set<SearchKind>();
  for (const kind of indexed) {
    const own = scanned.filter((_, place) => scans[place]?.kind === kind);
    ids[kind] = enough(own, limit, () => cut.add(kind));
  }
  for (const { kind, id } of [...byIds, ...pending]) ids[kind].push(id);
  for (const kind of Object.keys(ids) as SearchKind[]) ids[kind] = [...new Set(ids[kind])];
  return { query, beginning, ids, cut };
}

/** Best first. */
function scansOf(kind: IndexedKind, { words, phrase }: SearchQuery, limit: number): Scan[] {
  const most = (limit + 1) * tokensAlike;
  const scans: Scan[] = [{ kind, ...rangeOf(phrase), most }];
  if (words.length === 1) {
    if (isLongEnoughInside(phrase)) {
      scans.push({ kind, ...rangeOf(insideMark + phrase), most });
    }
    return scans;
  }
  if (words.length === 2) scans.push({ kind, ...rangeOf(words.toReversed().join(' ')), most });
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
  return [...scans, { kind, ...rangeOf(longest), most: recordsWithWord }];
}

/** From better scans as many as are shown, and one more; from the others the rest. */
function enough(scanned: Scanned[], limit: number, onCut: () => void): string[] {
  const ids = new Set<string>();
  const [best, ...others] = scanned;
  for (const id of best?.ids.slice(0, limit + 1) ?? []) ids.add(id);
  if (best && !best.isComplete) onCut();
  for (const { ids: more, isComplete } of others) {
    if (ids.size > limit) break;
    for (const id of more) ids.add(id);
    if (!isComplete) onCut();
  }
  return [...ids];
}

/** `kinds`: requested and readable by the caller. */
export async function readHits(
  tx: Tx,
  workspaceId: string,
  { isTest, limit }: SearchRequest,
  { query, beginning, ids, cut }: Candidates,
  kinds: ReadonlySet<SearchKind>,
  mayReadPeople: boolean,
): Promise<SearchHits> {
  const withPeople = kinds.has('lead') && mayReadPeople;
  const idsOf = (kind: SearchKind, isWanted = kinds.has(kind)) => (isWanted ? ids[kind] : []);
  const people = idsOf('identity', kinds.has('identity') || withPeople);
  const records = await selectSearched(tx, workspaceId, {
    identity: people,
    company: idsOf('company'),
    lead: idsOf('lead'),
    leadsOf: { people: withPeople ? people.slice(0, peopleWithLeads) : [], limit: limit + 1 },
    visitor: { ids: idsOf('visitor'), isTest },
  });
  const matched = (read: SearchedRecord[]): SearchMatch[] =>
    read.flatMap((record) => {
      const match =
        record.isTest === isTest
          ? (matchOfId(record.id, beginning) ?? matchOf(record.fields, query))
          : undefined;
      return match ? [{ record, match }] : [];
    });
  const matches = matched(records.identity);
  const matchesByKind: Record<SearchKind, SearchMatch[]> = {
    identity: kinds.has('identity') ? matches : [],
    company: matched(records.company),
    lead: bestOfEach(
      [...matched(records.lead), ...byPerson(records.leadsOf, matches)],
      mayReadPeople,
    ),
    visitor: matched(records.visitor),
  };
  const hits: SearchMatch[] = [];
  const hasMore: SearchHits['hasMore'] = {};
  for (const kind of kinds) {
    const own = matchesByKind[kind].toSorted(compare);
    hits.push(...own.slice(0, limit));
    const areMorePeople = cut.has('identity') || people.length > Math.min(limit, peopleWithLeads);
    const isCut = cut.has(kind) || (kind === 'lead' && withPeople && areMorePeople);
    hasMore[kind] = own.length > limit || isCut;
  }
  return { hits: hits.toSorted(compare).map(toHit), hasMore };
}

/** Leads match as their people do. */
function byPerson(leads: SearchedLead[], people: SearchMatch[]): SearchMatch[] {
  const matches = new Map(people.map(({ record, match }) => [record.id, match]));
  return leads.flatMap((record) => {
    const match = matches.get(record.identityId ?? '');
    return match && isAboutPerson(match.field) ? [{ record, match }] : [];
  });
}

function isAboutPerson(field: MatchedField): boolean {
  return field !== 'id';
}

/** A lead that matches by code and by person is returned once. */
function bestOfEach(matches: SearchMatch[], showsPeople: boolean): SearchMatch[] {
  const best = new Map<string, SearchMatch>();
  for (const one of matches) {
    const existing = best.get(one.record.id);
    if (existing && !isBetter(one.match, existing.match)) continue;
    const lead = one.record as SearchedLead;
    const subtitle = (showsPeople && lead.person) || lead.subtitle;
    best.set(lead.id, { ...one, record: { ...lead, subtitle } });
  }
  return [...best.values()];
}

const kindOrder: Record<SearchKind, number> = { identity: 0, company: 1, lead: 2, visitor: 3 };

function compare(one: SearchMatch, other: SearchMatch): number {
  return (
    one.match.rank - other.match.rank ||
    Number(other.match.isWhole) - Number(one.match.isWhole) ||
    kindOrder[one.record.kind] - kindOrder[other.record.kind] ||
    compareText(one.record.title, other.record.title) ||
    compareText(one.record.id, other.record.id)
  );
}

function toHit({ record: { kind, id, title, subtitle }, match }: SearchMatch): SearchHit {
  return {
    kind,
    id,
    title,
    subtitle,
    matched: { field: match.field, value: match.value },
    rank: match.rank,
  };
}
