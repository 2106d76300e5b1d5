/* `footfall demo`: a month of made-up visits, to try everything without real ones. */
import cliProgress from 'cli-progress';
import type { Command } from 'commander';
import { ownCommand } from '../platform/common/own-command.ts';
import type { Config } from '../platform/config.ts';
import { type Flags, show } from './commands.ts';
import type { DemoResult } from './demo/run-demo.ts';
import { withDatabase } from './open-database.ts';
import { progress } from './progress.ts';
import { asUuid, wholeNumber } from './values.ts';
import { jsonCommand } from './workspace-command.ts';

interface DemoFlags extends Flags {
  workspace?: string;
  events: number;
  days: number;
  seed: number;
  yes?: boolean;
}

const mostEvents = 2_000_000;
const mostDays = 366;
const mostSeed = 2_147_483_647;

export function addDemoCommand(program: Command, config: () => Config): void {
  jsonCommand(
    program,
    'demo',
    'fill a workspace with a month of made-up visits, people, companies and campaigns',
  )
    .option('--workspace <id>', 'ID of the workspace (default: the one named Demo)', asUuid)
    .option('--events <count>', 'number of messages', wholeNumber(1, mostEvents), 200_000)
    .option('--days <count>', 'number of days up to now', wholeNumber(1, mostDays), 30)
    .option(
      '--seed <number>',
      'random seed; another seed makes other data',
      wholeNumber(0, mostSeed),
      1,
    )
    .option('--yes', 'add to a workspace that has live data')
    .action((flags: DemoFlags) => fill(config(), flags));
}

async function fill(config: Config, flags: DemoFlags): Promise<void> {
  const { workspace, yes = false, events, days, seed } = flags;
  // It needs the whole application, which slows other commands' start.
  const { runDemo } = await import('./demo/run-demo.ts');
  const screen = new DemoScreen(events);
  const wishes = { ...(workspace !== undefined && { workspaceId: workspace }), mayMix: yes };
  const work = (db: Parameters<typeof runDemo>[0]) =>
    runDemo(db, config, { ...wishes, events, days, seed }, (messages) => screen.add(messages));
  try {
    const result = await withDatabase(config, work, {});
    screen.end();
    show(flags, resultJson(result), resultLines(result));
  } finally {
    screen.end();
  }
}

function resultJson({ workspace, options, stored, duplicates, seconds, truth }: DemoResult) {
  const { seed, events, days, untilMs } = options;
  return {
    workspace: workspace.id,
    name: workspace.name,
    seed,
    events,
    days,
    until: new Date(untilMs).toISOString(),
    stored,
    duplicates,
    seconds: Math.round(seconds * 10) / 10,
    made: madeOf(truth),
  };
}

function resultLines(result: DemoResult): string[] {
  const { workspace, stored, duplicates, seconds } = result;
  const made = madeOf(result.truth);
  return [
    `Workspace ${workspace.name}: ${workspace.id}`,
    `  ${stored} messages stored, ${duplicates} already stored, in ${seconds.toFixed(1)} s`,
    `  ${made.visitors} visitors, ${made.sessions} sessions, ${made.people} people, ${made.leads} leads, ${made.conversions} conversions, and ${made.bots} bots`,
    'To read it through the API, create a key:',
    `  ${ownCommand} keys create --workspace ${workspace.id} --kind secret --name demo --scopes all --server-only`,
  ];
}

/** Without bots, which are counted separately. */
function madeOf({ sessions, people, leads, conversions, bots }: DemoResult['truth']) {
  const human = sessions.filter(({ bot }) => bot === '');
  return {
    visitors: new Set(human.map(({ visitor }) => visitor)).size,
    sessions: human.length,
    people: people.length,
    leads: leads.length,
    conversions: conversions.filter(({ isBot }) => !isBot).length,
    bots: bots.size,
  };
}

/** A progress bar on a terminal, else a line per tenth; on standard error, apart from the result. */
class DemoScreen {
  readonly #total: number;
  readonly #bar: cliProgress.SingleBar | undefined;
  #sent = 0;
  #tenth = 0;

  constructor(total: number) {
    this.#total = total;
    if (!process.stderr.isTTY) return;
    const format = '{bar} {percentage} %  {value} of {total} messages  {eta_formatted} left';
    this.#bar = new cliProgress.SingleBar({ format, hideCursor: true });
  }

  add(messages: number): void {
    if (this.#sent === 0) this.#bar?.start(this.#total, 0);
    this.#sent += messages;
    this.#bar?.update(this.#sent);
    const tenth = Math.floor((this.#sent * 10) / this.#total);
    if (this.#bar || tenth === this.#tenth) return;
    this.#tenth = tenth;
    progress(`${this.#sent} of ${this.#total} messages`);
  }

  end(): void {
    this.#bar?.stop();
  }
}
