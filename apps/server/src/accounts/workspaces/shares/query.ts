/** The figures in a share link: chosen by its creator, in the stats operation's terms. */

import type { Scope } from '@footfall/contract/access';
import { invalidRequest } from '@footfall/contract/errors';
import { FilterFault } from '@footfall/contract/filter';
import { checkFilter } from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import { hiddenFields } from '@footfall/contract/personal-fields';
import { type ShareQuery, type ShareReveal, shareReveals } from '@footfall/contract/shares';
import { statsLimits } from '@footfall/contract/stats';
import { isTimeZone } from '@footfall/contract/time-zone';
import type { Permissions } from '../../../platform/resource-kit/operation-context.ts';
import { addNeeds, type Rights, refuseNeeds } from '../../../records/filters/needs.ts';

const usualDays = 30;
const dayMs = 24 * 60 * 60_000;

/** Scopes of a link. */
export function shareScopes(reveals: readonly ShareReveal[]): ReadonlySet<Scope> {
  return new Set(['visitors:read', ...reveals.flatMap((name) => shareReveals[name].scopes)]);
}

/** As stored. `creator`: has the workspace's features. @throws ApiError invalid_request, forbidden */
export function readShareQuery(
  query: ShareQuery,
  reveals: readonly ShareReveal[],
  creator: Permissions,
): ShareQuery {
  const { filter } = query;
  const ranged = readRange(query);
  if (filter !== undefined) requireSharable(filter, 'visit', reveals, creator, 'query.filter');
  return ranged;
}

/** Adds the default days. @throws ApiError invalid_request */
export function readRange(query: ShareQuery): ShareQuery {
  const { days, from, to, time_zone: timeZone = 'UTC' } = query;
  if (!isTimeZone(timeZone)) {
    throw fault('time_zone', 'must be a time zone, such as Europe/Berlin');
  }
  if ((from === undefined) !== (to === undefined)) {
    throw fault(from === undefined ? 'from' : 'to', 'is required: set both from and to');
  }
  if (from !== undefined && days !== undefined) {
    throw fault('days', 'cannot be combined with `from` and `to`');
  }
  if (from !== undefined && to !== undefined) {
    const length = Date.parse(to) - Date.parse(from);
    if (!(length > 0)) throw fault('to', 'must be after `from`');
    if (length > (statsLimits.days + 1) * dayMs) {
      throw fault('to', `must be within ${statsLimits.days} days of \`from\``);
    }
  }
  return from === undefined ? { ...query, days: days ?? usualDays } : query;
}

/** Figures reveal what their filter uses, so the link must be allowed to show it. */
export function requireSharable(
  filter: string,
  about: RecordKind,
  reveals: readonly ShareReveal[],
  { features }: Permissions,
  path: FilterPath,
): void {
  const checked = read(filter, about, path);
  const needs: Rights = { scopes: new Set(), features: new Set() };
  addNeeds(needs, checked);
  const scopes = shareScopes(reveals);
  const untold = [...needs.scopes].filter((scope) => !scopes.has(scope));
  if (untold.length > 0) {
    const kinds = untold.map((scope) => scope.replace(':read', '')).join(' and ');
    throw path === 'view_id'
      ? sharesNot(path, `The filter of the view uses ${kinds}, which the page does not show`)
      : sharesNot(
          path,
          `uses ${kinds}. Add ${untold.length > 1 ? 'them' : 'it'} to \`reveals\` first`,
        );
  }
  const refusal = refuseNeeds(needs, { scopes, features, hidesPersonal: true });
  if (refusal) throw refusal;
  const hidden = hiddenFields(checked, about);
  if (hidden.length > 0) {
    const uses = `uses personal data, which a link cannot show: ${hidden.join(', ')}`;
    throw sharesNot(path, path === 'view_id' ? `The filter of the view ${uses}` : uses);
  }
}

function read(filter: string, about: RecordKind, path: FilterPath) {
  try {
    return checkFilter(filter, about);
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    throw sharesNot(path, error.placed);
  }
}

/** Location of the filter: in the link, or in its view. */
type FilterPath = 'query.filter' | 'view_id';

export function sharesNot(path: FilterPath, message: string) {
  return invalidRequest([{ path: `body.${path}`, message }]);
}

function fault(name: keyof ShareQuery, message: string) {
  return invalidRequest([{ path: `body.query.${name}`, message }]);
}

/** The fixed part of the stats query, as text. */
export function statsQueryOf({ days, ...query }: ShareQuery, now = new Date()) {
  const from = days === undefined ? {} : { from: dayBefore(days - 1, query.time_zone, now) };
  const all = { ...query, ...from };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
}

/** The date some days before today in that time zone. */
export function dayBefore(days: number, timeZone: string | undefined, now: Date): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}
