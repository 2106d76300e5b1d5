/**
 * The settings and secrets of workspaces for those who need them with every message. An answer is never older
 * than the promised time, so that a change, which may be about privacy, reaches every process by then.
 */
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { Database } from '../../platform/db/connect.ts';
import { selectSigningSecrets } from '../keys/signing-secrets.ts';
import { selectSettings, settingsFreshForMs, type WorkspaceSettings } from './settings.ts';
import { selectVisitorSecret } from './store.ts';

/** What is asked of a workspace with every message. */
export interface WorkspaceFacts extends WorkspaceSettings {
  /** Those that are not revoked. */
  signingSecrets: readonly string[];
  visitorSecret: string;
}

const rememberedWorkspaces = 10_000;

/** A signing secret that this process alone knows: nothing of it is stored, and it ends with the process. */
export interface OwnSecret {
  workspaceId: string;
  secret: string;
}

export interface SettingsCacheOptions {
  ownSecret?: OwnSecret | undefined;
  freshForMs?: number;
  /** A clock that is never set back, in milliseconds. */
  now?: () => number;
}

interface CachedSettings {
  settings: WorkspaceFacts;
  /** When the database was asked; the answer is as of then or later. */
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

  /** As they were known last, however old; undefined until known. */
  peek(workspaceId: string): WorkspaceFacts | undefined {
    return this.#cache.get(workspaceId)?.settings;
  }

  /**
   * At once when they are fresh, else as a promise that those who ask meanwhile share. It rejects
   * when the database cannot be asked: settings that may be out of date are no answer.
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
