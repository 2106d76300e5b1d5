import type { AddressLookup } from '../enrichment/addresses/address-tables.ts';
import type { BrowserHeaders } from '../enrichment/user-agents/detect-bot.ts';
import type { KeyFacts } from '../keys/store.ts';
import type { WorkspaceSettings } from '../workspaces/settings.ts';

/** What all messages of a request share. */
export interface Sender {
  key: KeyFacts;
  isTest: boolean;
  receivedMs: number;
  receivedAt: string;
  /** Milliseconds to add to the device's timestamps. */
  clockShiftMs: number;
  ip: string;
  /** Whose requests are counted together. */
  network: string;
  /** The body as it came. */
  wireBytes: number;
  /** Unpacked. */
  bodyBytes: number;
  userAgent: string;
  headers: BrowserHeaders;
  settings: WorkspaceSettings;
  addresses: AddressLookup;
  /** No Origin header: the sender is a backend that may speak for a visitor's address and browser. */
  isServer: boolean;
  /** The browser refuses tracking, and the workspace heeds that. */
  signalsRefusal: boolean;
  /** Batch-level context: the default for every message. */
  context: unknown;
  /** The body may hold texts that cannot be stored as they are. */
  mayNeedCleaning: boolean;
}
