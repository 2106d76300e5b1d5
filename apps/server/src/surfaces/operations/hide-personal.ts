/**
 * Answers without personal data, for keys that are not told it. What is hidden of each field is its
 * declaration in the contract (`x-personal`, `x-origin`); this is the only place that hides it. What was
 * empty stays empty, and the shape stays that of the field.
 */
import { originOf, type Personal, personalOf } from '@footfall/contract/origins';
import type { TSchema } from 'typebox';
import { maskContacts } from '../../enrichment/mask-contacts.ts';
import { isObject } from '../../platform/common/is-object.ts';

/** Stands for what is hidden. */
export const hiddenText = '(hidden)';

export type Hiding = (answer: object) => object;

/** What makes of an answer the one without personal data; it changes nothing in place. */
export function hidingInAnswer(schema: TSchema | undefined): Hiding {
  const hide = schema ? hidingIn(schema) : hideAll;
  return (answer) => hide(answer) as object;
}

/** The same of the record of an answer. */
export function hidingInRecord(answer: TSchema | undefined): Hiding {
  return hidingInAnswer((answer as Parts | undefined)?.properties?.data);
}

/** `within`: the record that the value is a field of. */
type Hide = (value: unknown, within?: object) => unknown;

interface Parts {
  properties?: Record<string, TSchema>;
  items?: TSchema;
}

function hidingIn(schema: TSchema): Hide {
  const { properties, items } = schema as Parts;
  if (properties) return hidingInObject(properties);
  const personal = personalOf(schema);
  if (items && personal === undefined) {
    const hide = hidingIn(items);
    return (value) => (Array.isArray(value) ? value.map((item) => hide(item)) : value);
  }
  return hidingOf(personal, originOf(schema));
}

function hidingInObject(properties: Record<string, TSchema>): Hide {
  const fields = new Map(Object.entries(properties).map(([name, part]) => [name, hidingIn(part)]));
  return (value) => {
    if (!isObject(value)) return value;
    const shown = Object.entries(value).map(([name, part]) => [
      name,
      // What is not declared is not told.
      (fields.get(name) ?? hideAll)(part, value),
    ]);
    return Object.fromEntries(shown);
  };
}

function hidingOf(personal: Personal | undefined, origin: ReturnType<typeof originOf>): Hide {
  if (personal === undefined) {
    return origin === 'network' || origin === 'service' ? (value) => value : hideByLooks;
  }
  if (personal === 'none') return (value) => value;
  if (personal === 'hidden') return hideAll;
  if (personal === 'address') return hideBehindPath;
  if ('shown' in personal) return (value) => hideBut(personal.shown, value);
  const { where, is } = personal;
  return (value, within) => {
    const kind = within && where in within ? (within as Record<string, unknown>)[where] : undefined;
    const isShown = typeof kind === 'string' && !is.includes(kind);
    return isShown ? hideByLooks(value) : hideAll(value);
  };
}

/** Whether there is something, and a yes or no, tells of nobody who it is. */
function hideAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideAll);
  if (isObject(value)) return withPlainNames(value, hideAll);
  if (value === null || typeof value === 'boolean' || value === '') return value;
  return hiddenText;
}

function hideByLooks(value: unknown): unknown {
  if (typeof value === 'string') return maskContacts(value);
  if (Array.isArray(value)) return value.map(hideByLooks);
  return isObject(value) ? withPlainNames(value, hideByLooks) : value;
}

function hideBut(shown: readonly string[], value: unknown): unknown {
  if (!isObject(value)) return hideAll(value);
  return withPlainNames(value, (part, name) =>
    shown.includes(name) ? hideByLooks(part) : hideAll(part),
  );
}

function hideBehindPath(value: unknown): unknown {
  if (typeof value !== 'string') return hideAll(value);
  const end = value.search(/[?#;]/);
  return maskContacts(end === -1 ? value : value.slice(0, end));
}

/** A name that somebody made up may be somebody's address. */
const plainName = /^(?!.*\d{5})[a-z_][\w .-]{0,39}$/i;

function withPlainNames(value: object, hide: (part: unknown, name: string) => unknown): object {
  const entries = Object.entries(value).filter(([name]) => plainName.test(name));
  return Object.fromEntries(entries.map(([name, part]) => [name, hide(part, name)]));
}
