/**
 * Applies a filter to figures. Parts about a single dimension become numbers of its values, which have sums;
 * everything else becomes a condition on the facts.
 */
import { invalidRequest } from '@footfall/contract/errors';
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/db/fragments.ts';
import {
  allOf,
  anyOf,
  conditionOf,
  type Subject,
  whoDidAll,
} from '../records/filters/condition.ts';
import { plannedAnew } from '../records/filters/list-filter.ts';
import type { Did } from '../records/filters/seen-pages.ts';
import { type VisitDimension, valueKinds } from './dimensions.ts';
import type { NumberFilter } from './figures.ts';
import type { StatsRequest } from './request.ts';
import { conjuncts, onlyField } from './visit-fields.ts';

interface VisitFilter {
  /** At most one per dimension. */
  filters: NumberFilter[];
  condition: Sql | undefined;
}

/** Beyond this, values are matched while reading the facts. */
const mostValues = 20_000;
/** Beyond this, each statement finds the visits itself, since sending the ids costs more. */
const mostVisits = 20_000;

/** `given`: filters of single values, which must hold too. @throws ApiError invalid_request */
export async function selectVisitFilter(
  tx: Tx,
  workspaceId: string,
  { filter, isTest }: StatsRequest,
  numberFilters: NumberFilter[],
): Promise<VisitFilter> {
  if (!filter) return { filters: numberFilters, condition: undefined };
  const subject: Subject = { tx, workspaceId, isTest };
  const parts = await Promise.all(
    conjuncts(filter).map(async (part) => (await selectNumbered(subject, part)) ?? part),
  );
  const numbered = parts.flatMap((part) => ('values' in part && 'dimension' in part ? part : []));
  const others = parts.flatMap((part) => ('dimension' in part ? [] : part));
  const visits = await selectVisits(subject, others.filter(isDid));
  return {
    filters: inBoth([...numberFilters, ...numbered]),
    condition: visits
      ? amongVisits(
          subject,
          visits,
          others.filter((part) => !isDid(part)),
        )
      : onFacts(subject, others),
  };
}

function onFacts(subject: Subject, parts: CheckedFilter[]): Sql | undefined {
  return parts.length > 0 ? factCondition(subject, { is: 'and', of: parts }) : undefined;
}

function amongVisits(subject: Subject, visits: Visit[], others: CheckedFilter[]): Sql {
  const { tx } = subject;
  const [visitorIds, sessionIds] = [
    visits.map(({ visitor_id: id }) => id),
    visits.map(({ session_id: id }) => id),
  ];
  const isAmong = tx`(f.visitor_id, f.session_id) in (
    select * from unnest(${visitorIds}::uuid[], ${sessionIds}::uuid[]))`;
  const condition = onFacts(subject, others);
  return condition === undefined ? isAmong : tx`${isAmong} and ${condition}`;
}

interface Visit {
  visitor_id: string;
  session_id: string;
}

/** Visits that meet all event criteria, found once for all statements. Undefined if there are too many, or no criteria. */
async function selectVisits(subject: Subject, dids: Did[]): Promise<Visit[] | undefined> {
  const doers = whoDidAll(subject, 'visit', dids);
  if (!doers) return undefined;
  const visits: Visit[] = await plannedAnew(subject.tx<Visit[]>`
    select visitor_id, session_id from (${doers.ids}) d limit ${mostVisits + 1}`);
  return visits.length > mostVisits ? undefined : visits;
}

function isDid(filter: CheckedFilter): filter is Did {
  return filter.is === 'did';
}

/** Undefined if the part uses several dimensions, none, other records, or too many values. */
async function selectNumbered(
  subject: Subject,
  part: CheckedFilter,
): Promise<NumberFilter | undefined> {
  const dimension = onlyField(part);
  if (!dimension || dimension === 'os') return undefined;
  const rows = await plannedAnew(subject.tx<{ id: number }[]>`
    ${valueNumbers(subject, dimension, part)} limit ${mostValues + 1}`);
  if (rows.length <= mostValues) return { dimension, values: rows.map(({ id }) => id) };
  if (dimension !== 'page') return undefined;
  const message = `must match at most ${mostValues} pages. Use fewer pages, or did("page_view", path = …) to select visits`;
  throw invalidRequest([{ path: 'query.filter', message }]);
}

function valueNumbers(
  subject: Subject,
  field: VisitDimension | 'page' | 'os',
  filter: CheckedFilter,
): Sql {
  const { tx, workspaceId } = subject;
  return tx`
    select sv.id from (
      select id, value from stats_values
      where workspace_id = ${workspaceId} and kind = ${valueKinds[field]}
      union all select 0, ''
    ) sv where ${conditionOf(subject, 'visit', filter)}`;
}

/** On facts `f`. */
function factCondition(subject: Subject, filter: CheckedFilter): Sql {
  const { tx } = subject;
  const field = onlyField(filter);
  if (field && field !== 'page') {
    return tx`f.${tx(field)} = any(array(${valueNumbers(subject, field, filter)}))`;
  }
  switch (filter.is) {
    case 'and':
      return allOf(subject, 'visit', filter.of, (part) => factCondition(subject, part));
    case 'or':
      return anyOf(
        tx,
        filter.of.map((part) => factCondition(subject, part)),
      );
    case 'not':
      return tx`not coalesce(${factCondition(subject, filter.of)}, false)`;
    default:
      return conditionOf(subject, 'visit', filter);
  }
}

/** Intersects filters of one dimension. */
function inBoth(filters: NumberFilter[]): NumberFilter[] {
  const left = new Map<NumberFilter['dimension'], number[]>();
  for (const { dimension, values } of filters) {
    const common = left.get(dimension);
    const also = new Set(values);
    left.set(dimension, common ? common.filter((value) => also.has(value)) : values);
  }
  return [...left].map(([dimension, values]) => ({ dimension, values }));
}
