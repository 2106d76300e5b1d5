/**
 * Workspace settings and secrets, cached for use with every message. Never older than the promised time, so
 * that changes, which may concern privacy, reach every process by then.
 */
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { Database } from '../../platform/db/connect.ts';
import { selectSigningSecrets } from '../keys/signing-secrets.ts';
import { selectSettings, settingsFreshForMs, type WorkspaceSettings } from './settings.ts';
import { selectVisitorSecret } from './store.ts';

/** Workspace data needed for every message. */
export interface WorkspaceFacts extends WorkspaceSettings {
  /** Secrets that are not revoked. */
  signingSecrets: readonly string[];
  visitorSecret: string;
}

const rememberedWorkspaces = 10_000;

/** A signing secret of this process only, never stored. */
export interface OwnSecret {
  workspaceId: string;
  secret: string;
}

export interface SettingsCacheOptions {
  ownSecret?: OwnSecret | undefined;
  freshForMs?: number;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
}

interface CachedSettings {
  settings: WorkspaceFacts;
  /** Time of the query; the answer is no older. */
  requestedAt: number;
}

interface Question {
  answer: Promise<WorkspaceFacts>;
  requestedAt: number;
}

export class SettingsCache {
  readonly #db: Database;
  readonly #ownSecret: OwnSecret | undefined;
  readonly #freshForMs: number;
  readonly #now: () => number;
  readonly #cache = new RecentEntries<CachedSettings>(rememberedWorkspaces);
  readonly #pending = new Map<string, Question>();

  constructor(db: Database, options: SettingsCacheOptions = {}) {
    this.#db = db;
    this.#ownSecret = options.ownSecret;
    this.#freshForMs = options.freshForMs ?? settingsFreshForMs;
    this.#now = options.now ?? (() => performance.now());
  }

  /** The last known settings, however old; undefined if never read. */
  peek(workspaceId: string): WorkspaceFacts | undefined {
    return this.#cache.get(workspaceId)?.settings;
  }

  /**
   * Immediate if fresh, else a promise that concurrent callers share. Rejects if the database cannot be read:
   * outdated settings are not acceptable.
   */
  get(workspaceId: string): WorkspaceFacts | Promise<WorkspaceFacts> {
    const now = this.#now();
    const cached = this.#cache.get(workspaceId);
    if (cached !== undefined && now - cached.requestedAt < this.#freshForMs) return cached.settings;
    const question = this.#pending.get(workspaceId);
    // What a slow database answers may be as of the time when it was asked.
    if (question !== undefined && now - question.requestedAt < this.#freshForMs)
      return question.answer;
    return this.#ask(workspaceId, now);
  }

  #ask(workspaceId: string, requestedAt: number): Promise<WorkspaceFacts> {
    const answer = this.#db
      .workspace(workspaceId, async (tx) => {
        const [own, stored, visitorSecret] = await Promise.all([
          selectSettings(tx, workspaceId),
          selectSigningSecrets(tx, workspaceId),
          selectVisitorSecret(tx, workspaceId),
        ]);
        const isOwn = this.#ownSecret?.workspaceId === workspaceId;
        const signingSecrets = isOwn ? [...stored, this.#ownSecret.secret] : stored;
        return { ...own, signingSecrets, visitorSecret };
      })
      .then((settings) => {
        this.#remember(workspaceId, { settings, requestedAt });
        return settings;
      })
      .finally(() => {
        if (this.#pending.get(workspaceId)?.answer === answer) this.#pending.delete(workspaceId);
      });
    this.#pending.set(workspaceId, { answer, requestedAt });
    return answer;
  }

  #remember(workspaceId: string, settings: CachedSettings): void {
    const before = this.#cache.get(workspaceId);
    if (before !== undefined && before.requestedAt > settings.requestedAt) return;
    this.#cache.set(workspaceId, settings);
  }
}
