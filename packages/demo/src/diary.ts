/** Collects the period's visits, counts their messages, and records the truth about them. */
import type {
  BackendNote,
  ConversionGoal,
  Period,
  Person,
  Place,
  TimedMessage,
  Visit,
} from './life.ts';
import { messagesOf, messagesOfNote } from './messages.ts';
import type { CampaignKey, OriginChannel } from './origins.ts';

/** One visit, as its generator knows it. */
export interface TrueSession {
  /** A visitor id, or `user:` and the id of an account that only the backend identifies. */
  visitor: string;
  startMs: number;
  endMs: number;
  messages: number;
  pageViews: number;
  engagedMs: number;
  kind: 'website' | 'referral' | 'campaign';
  channel: OriginChannel;
  campaign: CampaignKey | undefined;
  place: Place | undefined;
  /** Name of the bot; empty for people. */
  bot: string;
  /** Identify and conversion messages, in time order. */
  facts: TrueFact[];
}

export interface TrueFact {
  at: number;
  names: Person | undefined;
  /** Includes the account's id. */
  tellsAccount: boolean;
  conversion: ConversionGoal | undefined;
  messageId: string;
}

export type Entry =
  | { startMs: number; visit: Visit; note?: undefined }
  | { startMs: number; note: BackendNote; visit?: undefined };

export interface DiaryMark {
  entries: number;
  sessions: number;
  messages: number;
}

export class Diary {
  readonly period: Period;
  readonly entries: Entry[] = [];
  readonly sessions: TrueSession[] = [];
  messages = 0;

  constructor(period: Period) {
    this.period = period;
  }

  /** Current position, for `undo`. */
  mark(): DiaryMark {
    return {
      entries: this.entries.length,
      sessions: this.sessions.length,
      messages: this.messages,
    };
  }

  /** Removes everything added since the mark. */
  undo(mark: DiaryMark): void {
    this.entries.length = mark.entries;
    this.sessions.length = mark.sessions;
    this.messages = mark.messages;
  }

  /** The session, or undefined if the visit is outside the period and does not happen. */
  visit(visit: Visit): TrueSession | undefined {
    const written = messagesOf(visit);
    const session = this.#record(visit.device.visitorId, written);
    if (!session) return undefined;
    const { origin, place, bot } = visit;
    session.kind = origin.kind;
    session.channel = origin.channel;
    session.campaign = origin.campaign;
    session.place = place;
    session.bot = bot?.name ?? '';
    this.entries.push({ startMs: visit.startMs, visit });
    return session;
  }

  note(note: BackendNote): TrueSession | undefined {
    const written = messagesOfNote(note);
    const session = this.#record(`user:${note.person.userId}`, written);
    if (!session) return undefined;
    this.entries.push({ startMs: note.startMs, note });
    return session;
  }

  #record(visitor: string, written: TimedMessage[]): TrueSession | undefined {
    const startMs = written[0]?.at ?? 0;
    const endMs = written.at(-1)?.at ?? 0;
    if (startMs < this.period.fromMs || endMs >= this.period.untilMs) return undefined;
    const isView = ({ message }: TimedMessage) =>
      message.type === 'event' && message.name === 'page_view';
    const engaged = ({ message }: TimedMessage) =>
      message.type === 'session' ? (message.engaged_ms ?? 0) : 0;
    const session: TrueSession = {
      visitor,
      startMs,
      endMs,
      messages: written.length,
      pageViews: written.filter(isView).length,
      engagedMs: Math.max(...written.map(engaged)),
      kind: 'website',
      channel: 'direct',
      campaign: undefined,
      place: undefined,
      bot: '',
      facts: written.flatMap(({ at, names, conversion, message }) =>
        names || conversion ? [factOf({ at, names, conversion, message })] : [],
      ),
    };
    this.sessions.push(session);
    this.messages += written.length;
    return session;
  }
}

function factOf({ at, names, conversion, message }: TimedMessage): TrueFact {
  const tellsAccount = message.user_id !== undefined;
  return { at, names, tellsAccount, conversion, messageId: message.message_id };
}
