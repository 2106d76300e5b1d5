/**
 * Each workspace's use of its day (UTC), as known to this process: its own immediately, others' as of the last
 * second in which it stored something. So one process never exceeds a quota, and several at most by what the
 * others store in a second; a killed process loses its last second.
 */
import type { QuotaKind } from '@footfall/contract/settings';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { addUsage, selectUsage, type UsageRow } from './daily-usage-store.ts';
import { networkSecretOf } from './network-secrets.ts';
import { warningPart } from './quotas.ts';
import { UsageAccount } from './usage-account.ts';

export interface DailyUsageOptions {
  flushMs?: number;
  /** Current time in milliseconds since 1970. */
  now?: () => number;
  /** A workspace is close to a quota; once a day for each. */
  onWarning?: (workspaceId: string, quota: QuotaKind, used: number, limit: number) => void;
  onFailure?: (error: unknown) => void;
}

export class DailyUsage {
  readonly #db: Database;
  readonly #options: Required<DailyUsageOptions>;
  /** By workspace and day: work in progress at midnight belongs to the day before. */
  readonly #accounts = new Map<string, UsageAccount>();
  readonly #pending = new Map<string, Promise<UsageAccount>>();
  #flushing: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(db: Database, options: DailyUsageOptions = {}) {
    this.#db = db;
    this.#options = {
      flushMs: 1_000,
      now: () => Date.now(),
      onWarning: () => {},
      onFailure: () => {},
      ...options,
    };
    this.#timer = setInterval(() => void this.flush(), this.#options.flushMs).unref();
  }

  /** Today's account; a promise on its first use today. */
  open(workspaceId: string): UsageAccount | Promise<UsageAccount> {
    const day = this.#today();
    const name = day + workspaceId;
    const account = this.#accounts.get(name) ?? this.#pending.get(name);
    if (account) return account;
    const answer = this.#read(workspaceId, day).finally(() => this.#pending.delete(name));
    this.#pending.set(name, answer);
    return answer;
  }

  /** For a quota: today's highest used share of any workspace, and how many are close to it. */
  summary(quota: QuotaKind): { highest: number; near: number } {
    const day = this.#today();
    let highest = 0;
    let near = 0;
    for (const account of this.#accounts.values()) {
      if (account.day !== day) continue;
      const share = account.shareOf(quota);
      if (share > highest) highest = share;
      if (share >= warningPart) near += 1;
    }
    return { highest, near };
  }

  /** Publishes this process's amounts, and reads those of others. Never rejects. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#flush());
    return this.#flushing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #today(): string {
    return dayOf(this.#options.now());
  }

  async #read(workspaceId: string, day: string): Promise<UsageAccount> {
    const { rows, secret } = await this.#db.workspace(workspaceId, async (tx) => ({
      rows: await selectUsage(tx, [workspaceId], day),
      secret: await networkSecretOf(tx, workspaceId, day),
    }));
    const account = new UsageAccount(workspaceId, day, secret);
    account.learn(rows);
    this.#accounts.set(day + workspaceId, account);
    return account;
  }

  async #flush(): Promise<void> {
    const byDay = new Map<string, AccountUsage[]>();
    for (const account of this.#accounts.values()) {
      const rows = account.pendingRows();
      if (rows.length === 0) continue;
      this.#warn(account);
      byDay.set(account.day, [...(byDay.get(account.day) ?? []), { account, rows }]);
    }
    try {
      for (const [day, usage] of byDay) await this.#tell(day, usage);
    } catch (error) {
      this.#options.onFailure(error);
    }
    const today = this.#today();
    for (const [name, account] of this.#accounts) {
      if (account.day !== today && account.isIdle) this.#accounts.delete(name);
    }
  }

  async #tell(day: string, usage: AccountUsage[]): Promise<void> {
    const ids = usage.map(({ account }) => account.workspaceId);
    const add = async (tx: Tx, together: string[]) => {
      const added = usage.filter(({ account }) => together.includes(account.workspaceId));
      await addUsage(
        tx,
        added.flatMap(({ rows }) => rows),
      );
      return { added, stored: await selectUsage(tx, together, day) };
    };
    for (const { added, stored } of await this.#db.upkeepEverywhere(add, ids)) {
      for (const { account, rows } of added) {
        const own = stored.filter(({ workspaceId }) => workspaceId === account.workspaceId);
        account.learn(own, rows);
      }
    }
  }

  #warn(account: UsageAccount): void {
    for (const { quota, used, limit } of account.takeWarnings()) {
      this.#options.onWarning(account.workspaceId, quota, used, limit);
    }
  }
}

/** Use in an account. */
interface AccountUsage {
  account: UsageAccount;
  rows: UsageRow[];
}

const dayMs = 86_400_000;
let latest = { number: -1, text: '' };

/** YYYY-MM-DD, in UTC. Called for every request. */
function dayOf(ms: number): string {
  const number = Math.floor(ms / dayMs);
  if (latest.number !== number) latest = { number, text: new Date(ms).toISOString().slice(0, 10) };
  return latest.text;
}
