/**
 * A month of plausible activity on a made-up website, with the truth about it. Pure: the same options give
 * the same messages, byte for byte.
 */
import { Diary, type Entry } from './diary.ts';
import type { DemoMessage, Period, TimedMessage } from './life.ts';
import { addBot, addMonitor, addWallScreens } from './machines.ts';
import { messagesOf, messagesOfNote } from './messages.ts';
import { addAnonymous, addPerson, addShared } from './population.ts';
import { Random } from './random.ts';
import { type Truth, truthOf } from './truth.ts';
import { World } from './world.ts';

export interface DemoOptions {
  seed: number;
  /** Exact number of messages. */
  events: number;
  /** Length of the period that ends at `untilMs`. */
  days: number;
  /** Milliseconds since 1970. */
  untilMs: number;
}

export interface Life {
  /** All messages in time order, in parts of at most `size`; generated lazily. */
  parts(size: number): Generator<DemoMessage[]>;
  truth(): Truth;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** With fewer events, a screen running for a day would dominate. */
const eventsForScreens = 2_000;
const daysForScreens = 2;

const inhabitants = [
  { weight: 76, add: addAnonymous },
  { weight: 13, add: addPerson },
  { weight: 2, add: addShared },
  { weight: 9, add: addBot },
] as const;

export function generate(options: DemoOptions): Life {
  const { events, days, untilMs } = options;
  const period = { fromMs: untilMs - days * dayMs, untilMs };
  const diary = new Diary(period);
  const random = new Random(`footfall demo ${options.seed} ${events} ${days}`);
  const world = new World(diary, String(options.seed));
  if (events >= eventsForScreens && days >= daysForScreens) {
    addWallScreens(world, random.fork('screens'));
  }
  populate(world, random, events);
  return {
    parts: (size) => inParts(byHour(diary.entries, period), size),
    truth: () => truthOf(diary.sessions),
  };
}

/** Up to this number of messages; skips people who would exceed it. */
function populate(world: World, random: Random, events: number): void {
  const { diary } = world;
  let tooMany = 0;
  for (let number = 0; tooMany < 20 && diary.messages < events; number++) {
    const own = random.fork(number);
    const before = diary.mark();
    own.weighted(inhabitants).add(world, own);
    if (diary.messages <= events) continue;
    diary.undo(before);
    tooMany += 1;
  }
  for (let number = 0; diary.messages < events; number++) {
    const pages = Math.min(12, events - diary.messages);
    addMonitor(world, random.fork(`monitor ${number}`), pages);
  }
}

function* inParts(hours: Iterable<TimedMessage[]>, size: number): Generator<DemoMessage[]> {
  let part: DemoMessage[] = [];
  for (const due of hours) {
    for (const { message } of due) {
      part.push(message);
      if (part.length < size) continue;
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
}

/** In time order, hour by hour, so that only an hour's visits are in memory. */
function* byHour(
  entries: readonly Entry[],
  { fromMs, untilMs }: Period,
): Generator<TimedMessage[]> {
  const sorted = [...entries].sort((a, b) => a.startMs - b.startMs);
  let begun = 0;
  let waiting: TimedMessage[] = [];
  for (let hour = fromMs; hour < untilMs; hour += hourMs) {
    const end = hour + hourMs;
    for (; (sorted[begun]?.startMs ?? end) < end; begun++) {
      const { visit, note } = sorted[begun] ?? {};
      if (visit) waiting.push(...messagesOf(visit));
      if (note) waiting.push(...messagesOfNote(note));
    }
    waiting.sort((a, b) => a.at - b.at);
    const due = waiting.filter(({ at }) => at < end);
    waiting = waiting.slice(due.length);
    yield due;
  }
}
