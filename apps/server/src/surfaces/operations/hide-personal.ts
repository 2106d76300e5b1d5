/**
 * Removes personal data from answers for restricted keys. The contract declares each field (`x-personal`,
 * `x-origin`); only this module hides. Empty values stay empty, and shapes stay the same.
 */
import { originOf, type Personal, personalOf } from '@footfall/contract/origins';
import type { TSchema } from 'typebox';
import { maskContacts } from '../../enrichment/mask-contacts.ts';
import { isObject } from '../../platform/common/is-object.ts';

/** Placeholder for hidden text. */
export const hiddenText = '(hidden)';

export type Hiding = (answer: object) => object;

/** Returns a function that hides an answer's personal data; it does not modify its input. */
export function hidingInAnswer(schema: TSchema | undefined): Hiding {
  const hide = schema ? hidingIn(schema) : hideAll;
  return (answer) => hide(answer) as object;
}

/** The same for an answer's record. */
export function hidingInRecord(answer: TSchema | undefined): Hiding {
  return hidingInAnswer((answer as Parts | undefined)?.properties?.data);
}

/** `within`: the record that contains the value. */
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
      // Undeclared fields are hidden.
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

/** Presence and booleans identify nobody. */
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

/** A made-up name may be somebody's address. */
const plainName = /^(?!.*\d{5})[a-z_][\w .-]{0,39}$/i;

function withPlainNames(value: object, hide: (part: unknown, name: string) => unknown): object {
  const entries = Object.entries(value).filter(([name]) => plainName.test(name));
  return Object.fromEntries(entries.map(([name, part]) => [name, hide(part, name)]));
}
