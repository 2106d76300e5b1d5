/** Turns one source row into messages, with its counts for the tables. Pure. */
import { ingestLimits } from '@footfall/contract/ingest';
import { parseInstant } from '@footfall/contract/instant';
import type { Fields, Mapped } from '../senders/mapping.ts';
import { isBot } from './access-log.ts';
import type { Format, Wishes } from './format.ts';

export interface RowWishes extends Wishes {
  /** Also send names, which creates people and leads. */
  hasLeads: boolean;
  nowMs: number;
}

interface EventCriterion {
  /** As JSON texts. */
  messages: string[];
  atMs: number;
  visitor: string;
  isPageView: boolean;
  isBot: boolean;
}

/** Older than anything on the web, so no valid time. */
const earliestMs = Date.parse('1995-01-01');
const futureMs = 60_000;

type Read = EventCriterion | Exclude<Mapped, { messages: Fields[] }>;

export function readRow(format: Format, values: Fields, wishes: RowWishes): Read {
  try {
    return eventOf(format, values, wishes);
  } catch (error) {
    // Only the JSON parser has no depth limit.
    if (!(error instanceof RangeError && error.message.includes('call stack'))) throw error;
    return { refused: 'nested too deeply' };
  }
}

function eventOf(format: Format, values: Fields, wishes: RowWishes): Read {
  const mapped = format.read(values, wishes);
  if (!('messages' in mapped)) return mapped;
  const messages = wishes.hasLeads ? mapped.messages : withoutNames(mapped.messages, wishes);
  const [first] = messages;
  if (!first) return { dropped: 'identifies people; add --leads to import them' };
  const at = parseInstant(String(first.timestamp));
  if (!at)
    return { refused: `timestamp: ${JSON.stringify(first.timestamp)} is not a date and time` };
  if (at.ms < earliestMs) return { refused: 'timestamp: is before 1995' };
  if (at.ms > wishes.nowMs + futureMs) return { refused: 'timestamp: is in the future' };
  const texts = messages.map((message) => JSON.stringify({ ...message, timestamp: at.iso }));
  if (texts.some((text) => Buffer.byteLength(text) > ingestLimits.messageBytes)) {
    return { refused: `larger than ${ingestLimits.messageBytes} bytes` };
  }
  const last = messages.at(-1) ?? first;
  return {
    messages: texts,
    atMs: at.ms,
    visitor: String(last.visitor_id ?? last.user_id ?? last.email),
    isPageView: last.type === 'event' && last.name === 'page_view',
    isBot: agentIsBot(last.context),
  };
}

function agentIsBot(context: unknown): boolean {
  const agent = (context as { user_agent?: unknown } | undefined)?.user_agent;
  return typeof agent === 'string' && isBot(agent);
}

/** The same visits without names, so they create no people or leads. */
function withoutNames(messages: Fields[], { ids }: Wishes): Fields[] {
  return messages.flatMap(({ user_id, email, ...message }) => {
    if (message.type === 'identify') return [];
    const visitor_id = message.visitor_id ?? ids.ofAnonymous(`person ${user_id ?? email}`);
    const own = message.type === 'conversion' ? { lead: false } : {};
    return [{ ...message, visitor_id, ...own }];
  });
}
