/** How much a workspace takes in a day (UTC), whoever sends it, and what part of that strangers have. */
import { type Amounts, largestQuota, quotaKinds } from '@footfall/contract/settings';
import { isObject } from '../../platform/common/is-object.ts';

/** Far beyond what a website sends; a hundred megabytes less would fill a disk as well. */
export const defaultQuotas: Amounts = {
  rows: 20_000_000,
  bytes: 20_000_000_000,
  people: 200_000,
  leads: 100_000,
};

/** Of a quota, for all that is not signed: the rest is kept for who proves to be no stranger. */
const unsignedPart = 3 / 4;
/** For what is not signed of one key. */
const keyPart = 1 / 2;
/** From here on somebody is told. */
export const warningPart = 0.8;

export function nothing(): Amounts {
  return { rows: 0, bytes: 0, people: 0, leads: 0 };
}

export function unsignedQuota(quota: number): number {
  return Math.ceil(quota * unsignedPart);
}

export function keyQuota(quota: number): number {
  return Math.ceil(quota * keyPart);
}

export function isQuota(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= largestQuota;
}

/** What is absent or cannot be understood is the default. */
export function readQuotas(stored: unknown): Amounts {
  const values = isObject(stored) ? stored : {};
  const quotas = { ...defaultQuotas };
  for (const kind of quotaKinds) {
    const value = values[kind];
    if (isQuota(value)) quotas[kind] = value;
  }
  return quotas;
}
