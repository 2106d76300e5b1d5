/* `footfall security-log`: sign-ins and security-relevant changes in the whole installation. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import {
  type LogPosition,
  readSecurityLog,
  type SecurityLine,
} from '../accounts/sign-in/security-log.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db/connect.ts';
import { withDatabase } from './open-database.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { asInstant } from './values.ts';
import { writeOut } from './write-out.ts';

interface LogFlags {
  createdAfter?: string;
  json?: boolean;
  follow?: boolean;
}

const firstId = '00000000-0000-0000-0000-000000000000';
const pollMs = 2_000;
/** Longer transactions may commit before the position already read. */
const overlapMs = 5 * 60_000;

export function addSecurityLogCommand(program: Command, config: () => Config): void {
  program
    .command('security-log')
    .description('print sign-ins and security changes, oldest first')
    .option('--created-after <date>', 'only events after this date or time', asInstant)
    .addOption(new Option('--json', 'print each event as a line of JSON'))
    .option('--follow', 'keep printing new events until Ctrl-C')
    .action((flags: LogFlags) => print(config(), flags));
}

async function print(config: Config, flags: LogFlags): Promise<void> {
  const ending = stopOnSignal('stopped');
  const lineOf = flags.json ? (line: SecurityLine) => JSON.stringify(line) : readable;
  try {
    await withDatabase(config, async (db) => {
      await writeOut(textOf(linesOf(db, flags, ending.signal), lineOf));
    });
  } finally {
    ending.release();
  }
}

async function* textOf(
  pages: AsyncIterable<SecurityLine[]>,
  lineOf: (line: SecurityLine) => string,
): AsyncGenerator<Uint8Array> {
  for await (const lines of pages) {
    yield Buffer.from(lines.map((line) => `${lineOf(line)}\n`).join(''));
  }
}

async function* linesOf(
  db: Database,
  { createdAfter = '1970-01-01T00:00:00Z', follow = false }: LogFlags,
  signal: AbortSignal,
): AsyncGenerator<SecurityLine[]> {
  const start = { time: createdAfter, id: firstId };
  if (follow) yield* followed(db, start, signal);
  else yield* pagesFrom(db, start, signal);
}

/** Rereads the last minutes each time, since transactions do not commit in order of time. */
async function* followed(db: Database, since: LogPosition, signal: AbortSignal) {
  const seen = new Map<string, number>();
  for (let start = since; !signal.aborted; ) {
    for await (const page of pagesFrom(db, start, signal, { isWhole: true })) {
      yield page.filter(({ id }) => !seen.has(id));
      for (const { id, time } of page) seen.set(id, Date.parse(time));
    }
    const from = Math.max(Date.parse(since.time), Date.now() - overlapMs);
    start = { time: new Date(from).toISOString(), id: firstId };
    for (const [id, at] of seen) if (at < from) seen.delete(id);
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

async function* pagesFrom(
  db: Database,
  start: LogPosition,
  signal: AbortSignal,
  options: { isWhole?: boolean } = {},
) {
  for (let after = start; !signal.aborted; ) {
    const page = await readSecurityLog(db, after, options);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = { time: last.time, id: last.id };
  }
}

function readable(line: SecurityLine): string {
  const { time, event, outcome, actor_type, actor_id, account, address, device, attempts } = line;
  const who = account || [actor_type, actor_id].filter(Boolean).join(' ');
  const where = [address, device].filter(Boolean).join(', ');
  const what = [line.subject, line.workspace && `in ${line.workspace}`].filter(Boolean).join(' ');
  const often = attempts > 1 ? `${attempts} times` : '';
  return [time, event, outcome, who, what, where, often].filter(Boolean).join('  ');
}
