/** One workspace's day: amounts stored, reserved, and still available. */
import { type Amounts, type QuotaKind, quotaKinds } from '@footfall/contract/settings';
import type { UsageRow } from './daily-usage-store.ts';
import { defaultQuotas, keyQuota, nothing, unsignedQuota, warningPart } from './quotas.ts';

/** A quota that would be exceeded. */
export interface Exceeded {
  quota: QuotaKind;
  /** Its scope: the write key, all unsigned data, or everything. */
  of: 'key' | 'unsigned' | 'workspace';
  limit: number;
}

interface Line {
  keyId: string;
  isSigned: boolean;
  /** By all processes, as far as known. */
  stored: Amounts;
  /** By this process, not yet published. */
  pending: Amounts;
  /** Being stored. */
  reserved: Amounts;
}

export class UsageAccount {
  readonly workspaceId: string;
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  /** Key for hashing sender networks on this day. */
  readonly networkSecret: string;
  /** From the workspace's latest settings. */
  quotas: Amounts = defaultQuotas;
  readonly #lines = new Map<string, Line>();
  #total = nothing();
  #unsigned = nothing();
  readonly #warned = new Set<QuotaKind>();

  constructor(workspaceId: string, day: string, networkSecret = '') {
    this.workspaceId = workspaceId;
    this.day = day;
    this.networkSecret = networkSecret;
  }

  /** Reserves amounts to be stored; if a quota prevents it, returns that and reserves nothing. */
  reserve(keyId: string, isSigned: boolean, amounts: Amounts): Exceeded | undefined {
    const line = this.#lineOf(keyId, isSigned);
    for (const quota of quotaKinds) {
      const more = amounts[quota];
      if (more === 0) continue;
      const limit = this.quotas[quota];
      if (this.#total[quota] + more > limit) return { quota, of: 'workspace', limit };
      if (isSigned) continue;
      const ofUnsigned = unsignedQuota(limit);
      if (this.#unsigned[quota] + more > ofUnsigned) {
        return { quota, of: 'unsigned', limit: ofUnsigned };
      }
      const ofKey = keyQuota(limit);
      if (usedOf(line, quota) + more > ofKey) return { quota, of: 'key', limit: ofKey };
    }
    this.#add(line, 'reserved', amounts, 1);
    return undefined;
  }

  /** Replaces a reservation by what was stored. */
  settle(keyId: string, isSigned: boolean, reserved: Amounts, stored: Amounts): void {
    const line = this.#lineOf(keyId, isSigned);
    this.#add(line, 'reserved', reserved, -1);
    this.#add(line, 'pending', stored, 1);
  }

  /** Used share: of the quota, or of a part of it that is closer to its limit. */
  shareOf(quota: QuotaKind): number {
    const limit = this.quotas[quota];
    const shares = [this.#total[quota] / limit, this.#unsigned[quota] / unsignedQuota(limit)];
    for (const line of this.#lines.values()) {
      if (!line.isSigned) shares.push(usedOf(line, quota) / keyQuota(limit));
    }
    return Math.max(...shares);
  }

  /** Quotas newly close to their limit since the last call. */
  takeWarnings(): { quota: QuotaKind; used: number; limit: number }[] {
    const near = quotaKinds.filter(
      (quota) => this.shareOf(quota) >= warningPart && !this.#warned.has(quota),
    );
    for (const quota of near) this.#warned.add(quota);
    return near.map((quota) => {
      return { quota, used: this.#total[quota], limit: this.quotas[quota] };
    });
  }

  get isIdle(): boolean {
    return [...this.#lines.values()].every(
      ({ pending, reserved }) => isNothing(pending) && isNothing(reserved),
    );
  }

  /** Amounts to publish; they keep counting here. */
  pendingRows(): UsageRow[] {
    const { workspaceId, day } = this;
    return [...this.#lines.values()]
      .filter(({ pending }) => !isNothing(pending))
      .map(({ keyId, isSigned, pending }) => ({ workspaceId, day, keyId, isSigned, ...pending }));
  }

  /** Applies `rows` from the database, after `usageRows` were published. */
  learn(rows: UsageRow[], usageRows: UsageRow[] = []): void {
    for (const { keyId, isSigned, ...amounts } of usageRows) {
      this.#add(this.#lineOf(keyId, isSigned), 'pending', amounts, -1);
    }
    for (const { keyId, isSigned, ...stored } of rows) {
      const line = this.#lineOf(keyId, isSigned);
      // A copy: the original becomes zero before the sums are added.
      this.#add(line, 'stored', { ...line.stored }, -1);
      this.#add(line, 'stored', stored, 1);
    }
  }

  #add(line: Line, what: 'stored' | 'pending' | 'reserved', amounts: Amounts, sign: 1 | -1): void {
    addTo(line[what], amounts, sign);
    addTo(this.#total, amounts, sign);
    if (!line.isSigned) addTo(this.#unsigned, amounts, sign);
  }

  #lineOf(keyId: string, isSigned: boolean): Line {
    const name = isSigned ? `${keyId} signed` : keyId;
    const existing = this.#lines.get(name);
    if (existing) return existing;
    const line = { keyId, isSigned, stored: nothing(), pending: nothing(), reserved: nothing() };
    this.#lines.set(name, line);
    return line;
  }
}

function usedOf({ stored, pending, reserved }: Line, quota: QuotaKind): number {
  return stored[quota] + pending[quota] + reserved[quota];
}

/** Spelled out by field, as it runs three times per request. */
function addTo(sum: Amounts, { rows, bytes, people, leads }: Amounts, sign: 1 | -1): void {
  sum.rows += sign * rows;
  sum.bytes += sign * bytes;
  sum.people += sign * people;
  sum.leads += sign * leads;
}

function isNothing({ rows, bytes, people, leads }: Amounts): boolean {
  return rows === 0 && bytes === 0 && people === 0 && leads === 0;
}
