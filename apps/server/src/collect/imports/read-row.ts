/** One row of a source as the messages that are sent of it, with what the tables count of it. Pure. */
import { ingestLimits } from '@footfall/contract/ingest';
import { parseInstant } from '@footfall/contract/instant';
import type { Fields, Mapped } from '../senders/mapping.ts';
import { isBot } from './access-log.ts';
import type { Format, Wishes } from './format.ts';

export interface RowWishes extends Wishes {
  /** Also whom they name, so that people and leads are made. */
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

/** Nothing on the web is older, so it is no time. */
const earliestMs = Date.parse('1995-01-01');
const futureMs = 60_000;

type Read = EventCriterion | Exclude<Mapped, { messages: Fields[] }>;

export function readRow(format: Format, values: Fields, wishes: RowWishes): Read {
  try {
    return eventOf(format, values, wishes);
  } catch (error) {
    // JSON is parsed to any depth, and nothing else is done so.
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

/** The same visits of nobody: no person is made of them and no lead. */
function withoutNames(messages: Fields[], { ids }: Wishes): Fields[] {
  return messages.flatMap(({ user_id, email, ...message }) => {
    if (message.type === 'identify') return [];
    const visitor_id = message.visitor_id ?? ids.ofAnonymous(`person ${user_id ?? email}`);
    const own = message.type === 'conversion' ? { lead: false } : {};
    return [{ ...message, visitor_id, ...own }];
  });
}
