/** Building blocks of cards. */
import { make } from './elements.ts';
import {
  countOf,
  type Fields,
  fieldOf,
  isFields,
  labelOf,
  plain,
  recordsOf,
  textOf,
  timeIn,
} from './fields.ts';
import type { Host } from './host.ts';

export function time(text: string): HTMLElement | string {
  const match = timeIn(text);
  if (!match) return text;
  const element = make('time', match.ago) as HTMLTimeElement;
  element.dateTime = match.at;
  element.title = match.at;
  return element;
}

export function heading(
  kind: string,
  title: string,
  link: unknown,
  { openLink }: Host,
): HTMLElement {
  return make(
    'header',
    make('div', make('p.kind', labelOf(kind)), make('h1', title)),
    openLink &&
      typeof link === 'string' &&
      /^https?:\/\//.test(link) &&
      button(() => openLink(link)),
  );
}

function button(onClick: () => void): HTMLElement {
  const made = make('button', 'Open in Footfall') as HTMLButtonElement;
  made.type = 'button';
  made.addEventListener('click', onClick);
  return made;
}

/** A part of a card with a heading. */
export function section(title: string, ...children: (Node | string | false | undefined)[]) {
  return make('section', make('h2', title), ...children);
}

const longest = 12;

/** Names and values, without ids. `known`: shown elsewhere. */
export function facts(record: Fields, shown: readonly string[]): HTMLElement | undefined {
  const { untrusted, ...ours } = record;
  const all = { ...(isFields(untrusted) ? untrusted : {}), ...ours };
  const rows = Object.entries(all)
    .filter(([name]) => !shown.includes(name) && name !== 'id' && !name.endsWith('_id'))
    .flatMap(([name, value]) => (isFields(value) ? flat(value) : [[name, value] as const]))
    .map(([name, value]) => [name, value, plain(value)] as const)
    .filter(([, , text]) => text !== '')
    .slice(0, longest)
    .map(([name, value, text]) =>
      make(
        'div',
        make('dt', labelOf(name)),
        make('dd', typeof value === 'string' ? time(value) : text),
      ),
    );
  return rows.length > 0 ? make('dl', ...rows) : undefined;
}

function flat(value: Fields): (readonly [string, unknown])[] {
  const { untrusted, ...ours } = value;
  return Object.entries({ ...(isFields(untrusted) ? untrusted : {}), ...ours });
}

/** A person's score with its reasons. */
export function score(value: unknown): HTMLElement | undefined {
  if (!isFields(value) || typeof value.intent_score !== 'number') return undefined;
  const points = Math.max(0, Math.min(100, value.intent_score));
  const reasons = (Array.isArray(value.reasons) ? value.reasons : [])
    .filter(isFields)
    .filter((reason) => reason.points !== 0)
    .map((reason) => {
      const points = Number(reason.points);
      return make(
        'li',
        make('span.points', `${points > 0 ? '+' : '−'}${Math.abs(points)}`),
        make('span', textOf(reason, 'because')),
      );
    });
  return section(
    'Intent',
    make(
      'div.score',
      make('strong', plain(points)),
      meter(points),
      make('span.tag', textOf(value, 'stage')),
      make('span.tag', textOf(value, 'persona')),
    ),
    reasons.length > 0 && make('ul.reasons', ...reasons),
  );
}

function meter(points: number): HTMLElement {
  const made = track(points);
  const attributes = {
    role: 'meter',
    'aria-label': 'Intent',
    'aria-valuemin': '0',
    'aria-valuemax': '100',
  };
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.setAttribute('aria-valuenow', String(points));
  return made;
}

/** A bar filled to `percent`. */
export function track(percent: number): HTMLElement {
  const fill = make('span.fill');
  fill.style.width = `${percent}%`;
  return make('span.track', fill);
}

/** Activity, newest first, by day. `ofMany`: names the person of each. */
export function timeline(value: unknown, ofMany: boolean): HTMLElement | undefined {
  const records = recordsOf(value);
  if (records.length === 0) return undefined;
  const days = new Map<string, HTMLElement[]>();
  for (const record of records) {
    const at = textOf(record, 'created_at');
    const day = at.slice(0, 10);
    const entries = days.get(day) ?? [];
    days.set(day, entries);
    entries.push(entry(record, at, ofMany));
  }
  const left = countOf(value, 'left');
  return make(
    'section.timeline',
    make('h2', `Activity (${plain(countOf(value, 'total'))})`),
    ...[...days].map(([day, entries]) => make('div.day', make('h3', day), make('ol', ...entries))),
    left > 0 && make('p.more', `and ${plain(left)} more`),
  );
}

const marked = new Set(['lead', 'conversion', 'identify', 'session_start', 'page_view']);

function entry(record: Fields, at: string, ofMany: boolean): HTMLElement {
  const type = textOf(record, 'type');
  const who = [ofMany && textOf(record, 'who'), textOf(record, 'source')]
    .filter(Boolean)
    .join(' · ');
  return make(
    `li.${marked.has(type) ? type : 'other'}`,
    make('span.what', plain(fieldOf(record, 'what') ?? type)),
    make('span.who', who),
    make('span.clock', clock(at)),
  );
}

/** Time of day in UTC, like all the service's times. */
function clock(at: string): HTMLElement | string {
  const time = timeIn(at);
  if (!time) return '';
  const element = make('time', time.at.slice(11, 16)) as HTMLTimeElement;
  element.dateTime = time.at;
  element.title = `${time.at}, ${time.ago}`;
  return element;
}
