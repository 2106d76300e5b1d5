/** What to do about a reason; the reasons are those of ingest, each with the field before a colon. */
import type { Messages } from '../../messages/en.ts';

const known = [
  [/no signing secret/, 'unproved'],
  [/is a placeholder/, 'placeholder'],
  [/needs email or user_id|is needed where neither/, 'nobody'],
  [/^type: must be one of/, 'type'],
  [/is larger than/, 'size'],
  [/nested|not valid JSON|must be an object/, 'deep'],
  [/has more than \d+ names/, 'names'],
] as const satisfies [RegExp, keyof Messages['refused']['advice']][];

export function adviceFor(reason: string, { advice }: Messages['refused']): string {
  const [, name] = known.find(([pattern]) => pattern.test(reason)) ?? [];
  if (name) return advice[name];
  const [, path] = /^([\w.[\]]{1,100}): /.exec(reason) ?? [];
  return path && path !== 'message' ? advice.field(path) : advice.other;
}
