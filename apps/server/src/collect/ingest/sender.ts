import type { VerificationLevel } from '@footfall/contract/verification-levels';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import type { WorkspaceFacts } from '../../accounts/workspaces/settings-cache.ts';
import type { UsageAccount } from '../../accounts/workspaces/usage-account.ts';
import type { AddressLookup } from '../../enrichment/addresses/address-tables.ts';
import type { BrowserHeaders } from '../../enrichment/user-agents/detect-bot.ts';
import type { Client } from './visit-facts.ts';

/** Data shared by all messages of a request. */
export interface Sender {
  key: KeyFacts;
  isTest: boolean;
  receivedMs: number;
  receivedAt: string;
  /** Milliseconds to add to the device's timestamps. */
  clockShiftMs: number;
  ip: string;
  /** Requests are counted per network. */
  network: string;
  /** Size of the body as sent. */
  wireBytes: number;
  /** Unpacked size. */
  bodyBytes: number;
  userAgent: string;
  headers: BrowserHeaders;
  settings: WorkspaceFacts;
  /** The workspace's quota use today. */
  account: UsageAccount;
  addresses: AddressLookup;
  /** No Origin header: the sender is not a web page. */
  isServer: boolean;
  /** The browser refuses tracking, and the workspace respects that. */
  signalsRefusal: boolean;
  /** Verification level of the messages; identify messages may prove more. */
  verificationLevel: VerificationLevel;
  /** Batch-level context: the default for every message. */
  context: unknown;
  /** Some texts may not be storable unchanged. */
  mayNeedCleaning: boolean;
  /** The sender's own client, cached on first use; separately for automated browsers. */
  ownClients: Map<boolean, Client>;
}
