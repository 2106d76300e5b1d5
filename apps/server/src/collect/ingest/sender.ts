import type { VerificationLevel } from '@footfall/contract/verification-levels';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import type { WorkspaceFacts } from '../../accounts/workspaces/settings-cache.ts';
import type { UsageAccount } from '../../accounts/workspaces/usage-account.ts';
import type { AddressLookup } from '../../enrichment/addresses/address-tables.ts';
import type { BrowserHeaders } from '../../enrichment/user-agents/detect-bot.ts';
import type { Client } from './visit-facts.ts';

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
  settings: WorkspaceFacts;
  /** What the workspace has used of its day. */
  account: UsageAccount;
  addresses: AddressLookup;
  /** No Origin header: the sender is no page of a website. */
  isServer: boolean;
  /** The browser refuses tracking, and the workspace heeds that. */
  signalsRefusal: boolean;
  /** By what right the messages are said; those of `identify` may prove more. */
  right: VerificationLevel;
  /** Batch-level context: the default for every message. */
  context: unknown;
  /** The body may hold texts that cannot be stored as they are. */
  mayNeedCleaning: boolean;
  /** Its own address and browser, once a message has asked for them; and of a browser that says it is driven. */
  ownClients: Map<boolean, Client>;
}
