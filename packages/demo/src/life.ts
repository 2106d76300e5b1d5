/** What the life of the demonstration is made of. */
import type { IngestMessage } from '@footfall/contract/ingest';
import type { BotKind } from './bots.ts';
import type { Hardware } from './devices.ts';
import type { RegionName } from './networks.ts';
import type { Origin } from './origins.ts';
import type { FormPage } from './site.ts';

/** A month, or as long as is wanted, up to `untilMs`. */
export interface Period {
  fromMs: number;
  /** Nothing happens later. */
  untilMs: number;
}

export interface Person {
  name: string;
  /** Empty: never told. */
  email: string;
  /** Empty: has no account. */
  userId: string;
  region: RegionName;
  /** Of the work address; empty for others. */
  companyDomain: string;
}

/** browser: as the script sends; app: names its visitor but no session; fetch: pages only, as an edge server logs them. */
export type SenderKind = 'browser' | 'app' | 'fetch';

export interface Device {
  visitorId: string;
  sender: SenderKind;
  hardware: Hardware;
  locale: string;
}

/** Where a device is online. */
export interface Place {
  ip: string;
  timezone: string;
  /** Registered owner of a business's own network. */
  owner: string | undefined;
}

/** Something that a visitor comes to do; it takes a page with a form. */
export type Goal = IdentifyGoal | ConversionGoal;

export interface IdentifyGoal {
  type: 'identify';
  page: FormPage;
  person: Person;
  /** As typed this time. */
  email: string | undefined;
  userId: string | undefined;
}

export interface ConversionGoal {
  type: 'conversion';
  page: FormPage;
  name: string;
  value: number | undefined;
  currency: string | undefined;
  externalId: string | undefined;
  /** False: opens no lead. */
  lead: boolean;
  /** Set where the site's backend tells it, with the account's id and without a session. */
  reportedBy: Person | undefined;
}

export interface Visit {
  /** Makes the same messages each time. */
  seed: string;
  device: Device;
  place: Place;
  origin: Origin;
  startMs: number;
  pageCount: number;
  goals: readonly Goal[];
  /** The browser tells the end of the session. */
  tellsEnd: boolean;
  /** Exact times of its pages, in place of made-up ones. */
  pageTimes: readonly number[] | undefined;
  bot: BotKind | undefined;
}

/** Something that the site's backend tells of an account, without any visitor. */
export interface BackendNote {
  seed: string;
  person: Person;
  startMs: number;
  names: readonly string[];
  conversion: ConversionGoal | undefined;
}

/** A message as it is sent; the time and the id are always there. */
export type DemoMessage = IngestMessage & { message_id: string; timestamp: string };

export interface TimedMessage {
  at: number;
  message: DemoMessage;
  /** Whom the message names. */
  names?: Person;
  conversion?: ConversionGoal;
}
