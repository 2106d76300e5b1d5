/** When people are active: by hour and weekday in their time zone. */
import type { Period } from './life.ts';
import { type RegionName, regions } from './networks.ts';
import type { Random } from './random.ts';

/** work: at a desk; leisure: at home; always: machines. */
export type Rhythm = 'work' | 'leisure' | 'always';

// Weight of each hour of the day, from 0 o'clock.
const hours: Record<Rhythm, readonly number[]> = {
  work: [0, 0, 0, 0, 0, 1, 3, 12, 40, 70, 80, 75, 50, 62, 78, 72, 60, 40, 20, 8, 5, 4, 2, 1],
  leisure: [
    6, 3, 1, 1, 1, 2, 8, 20, 18, 16, 18, 20, 28, 24, 20, 20, 24, 32, 44, 60, 72, 66, 40, 18,
  ],
  always: new Array(24).fill(80),
};

// By weekday, from Sunday.
const weekdays: Record<Rhythm, readonly number[]> = {
  work: [0.04, 0.95, 1, 1, 0.95, 0.75, 0.06],
  leisure: [1, 0.7, 0.7, 0.7, 0.75, 0.8, 0.9],
  always: [1, 1, 1, 1, 1, 1, 1],
};

const hourMs = 3_600_000;
const largest = 80;

export function pickTime(
  { fromMs, untilMs }: Period,
  region: RegionName,
  rhythm: Rhythm,
  random: Random,
): number {
  for (;;) {
    const at = random.integer(fromMs, untilMs - 1);
    const local = new Date(at + regions[region].offsetMinutes * 60_000);
    const hour = hours[rhythm][local.getUTCHours()] ?? 0;
    const weekday = weekdays[rhythm][local.getUTCDay()] ?? 0;
    if (random.next() * largest < hour * weekday) return at;
  }
}

/** In time order and at least three hours apart, so that visits do not overlap. */
export function apart<T extends { startMs: number }>(visits: T[]): T[] {
  const kept: T[] = [];
  for (const visit of visits.sort((a, b) => a.startMs - b.startMs)) {
    const last = kept.at(-1);
    if (!last || visit.startMs - last.startMs >= 3 * hourMs) kept.push(visit);
  }
  return kept;
}
