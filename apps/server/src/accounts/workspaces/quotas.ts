/** Daily limits (UTC) of a workspace, and the share available to unsigned data. */
import { type Amounts, largestQuota, quotaKinds } from '@footfall/contract/settings';
import { isObject } from '../../platform/common/is-object.ts';

/** Far above a website's traffic; a larger limit would only help to fill a disk. */
export const defaultQuotas: Amounts = {
  rows: 20_000_000,
  bytes: 20_000_000_000,
  people: 200_000,
  leads: 100_000,
};

/** Share of a quota for all unsigned data: the rest is reserved for signed data. */
const unsignedPart = 3 / 4;
/** Share for one key's unsigned data. */
const keyPart = 1 / 2;
/** From here on, a warning is sent. */
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

/** Missing or invalid values become the default. */
export function readQuotas(stored: unknown): Amounts {
  const values = isObject(stored) ? stored : {};
  const quotas = { ...defaultQuotas };
  for (const kind of quotaKinds) {
    const value = values[kind];
    if (isQuota(value)) quotas[kind] = value;
  }
  return quotas;
}
