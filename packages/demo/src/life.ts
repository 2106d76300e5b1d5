/** Types of the demo's activity. */
import type { IngestMessage } from '@footfall/contract/ingest';
import type { BotKind } from './bots.ts';
import type { Hardware } from './devices.ts';
import type { RegionName } from './networks.ts';
import type { Origin } from './origins.ts';
import type { FormPage } from './site.ts';

/** A month, or any other time, up to `untilMs`. */
export interface Period {
  fromMs: number;
  /** Nothing happens later. */
  untilMs: number;
}

export interface Person {
  name: string;
  /** Empty: never given. */
  email: string;
  /** Empty: no account. */
  userId: string;
  region: RegionName;
  /** Of the work address; otherwise empty. */
  companyDomain: string;
}

/** browser: like the script; app: with a visitor but no session; fetch: pages only, like an edge server's log. */
export type SenderKind = 'browser' | 'app' | 'fetch';

export interface Device {
  visitorId: string;
  sender: SenderKind;
  hardware: Hardware;
  locale: string;
}

/** A device's network location. */
export interface Place {
  ip: string;
  timezone: string;
  /** Registered owner of a business network. */
  owner: string | undefined;
}

/** A goal of a visit that needs a page with a form. */
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
  /** Set if the site's backend reports it, with the account's id and without a session. */
  reportedBy: Person | undefined;
}

export interface Visit {
  /** Makes the messages reproducible. */
  seed: string;
  device: Device;
  place: Place;
  origin: Origin;
  startMs: number;
  pageCount: number;
  goals: readonly Goal[];
  /** The browser reports the session's end. */
  tellsEnd: boolean;
  /** Exact page times instead of generated ones. */
  pageTimes: readonly number[] | undefined;
  bot: BotKind | undefined;
}

/** Something the site's backend reports for an account, without a visitor. */
export interface BackendNote {
  seed: string;
  person: Person;
  startMs: number;
  names: readonly string[];
  conversion: ConversionGoal | undefined;
}

/** A message as sent; always has time and id. */
export type DemoMessage = IngestMessage & { message_id: string; timestamp: string };

export interface TimedMessage {
  at: number;
  message: DemoMessage;
  /** The person it identifies. */
  names?: Person;
  conversion?: ConversionGoal;
}
