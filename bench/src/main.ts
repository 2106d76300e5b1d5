import { parseArgs } from 'node:util';
import { type AgentOptions, agents } from './agents/agents.ts';
import { type AttackOptions, attacks } from './attacks/attacks.ts';
import { brokenPromises, renderAttacks } from './attacks/render.ts';
import { endBySignals } from './ended-by-signal.ts';
import { growth } from './growth/growth.ts';
import { ingest, rowNames } from './ingest/ingest.ts';
import { renderIngest } from './ingest/render.ts';
import { brokenLimits } from './ingest/report.ts';
import { scripts } from './scripts/scripts.ts';
import { stats } from './stats/stats.ts';

const help = `npm run bench -- ingest|stats|growth|attacks|agents|scripts [options]

  ingest               messages a second of the service beside the bare limit, latency at half load,
                       bytes an event, memory and start time
  stats                figures, pages of lists, search, records and a list preview on millions of events
  growth               the questions of stats, and ingest, on a workspace beside one of a twentieth of it
  attacks              what others wait for while a stranger with a write key does his worst
  agents               questions and tasks over MCP: right answers, calls, tokens; get beside REST; memory
  scripts              bytes of the browser script beside those of others

  --seconds N          length of a round (5)
  --rounds N           rounds of each figure; the median counts (3)
  --only ROWS          rows to measure, with commas between: single, batch, latency, single-mixed, batch-mixed (all);
                       attacks: parts of their names, such as bombs,leads; stats, growth: a part of the questions' titles
  --bare-only          measure the limit and the generator, not the service
  --bare-insert HOW    how the bare server inserts: unnest or records (unnest)
  --dir PATH           where the databases live during the run (the system's temporary directory)
  --keep PATH          stats, growth: where the filled database is kept, and used again when it is there
  --beside PATH        growth: the same of the small one
  --events N           stats, growth: how many events in 90 days (1000000)
  --visitors N         stats, growth: from how many each visit draws its visitor (3 % of the events; growth: 12 %)
  --leads N            stats, growth: leads (10 % of the events; growth: 5 %)
  --json               ingest, attacks: the figures as JSON on standard output
`;

function showHelp(isWanted: boolean): number {
  console.error(help);
  return isWanted ? 0 : 1;
}

function isRow(name: string): boolean {
  return rowNames.includes(name);
}

async function runAgents(options: AgentOptions): Promise<number> {
  const { text, broken } = await agents(options);
  console.log(text);
  return broken.length === 0 ? 0 : 1;
}

async function runAttacks(options: AttackOptions, asJson: boolean): Promise<number> {
  const report = await attacks(options);
  console.log(asJson ? JSON.stringify(report, undefined, 2) : renderAttacks(report));
  return brokenPromises(report).length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      'bare-only': { type: 'boolean', default: false },
      'bare-insert': { type: 'string', default: 'unnest' },
      dir: { type: 'string' },
      keep: { type: 'string' },
      beside: { type: 'string' },
      leads: { type: 'string' },
      visitors: { type: 'string' },
      events: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const seconds = Number(values.seconds);
  const rounds = Number(values.rounds);
  const bareInsert = values['bare-insert'];
  const only = values.only.split(',').filter((row) => row !== '');
  const subject = positionals.join();
  const understood =
    seconds > 0 &&
    Number.isInteger(rounds) &&
    rounds > 0 &&
    (['attacks', 'stats', 'growth'].includes(subject) || only.every(isRow)) &&
    (bareInsert === 'unnest' || bareInsert === 'records');
  if (values.help || !understood) return showHelp(values.help);
  const { dir, json, keep } = values;
  const onProgress = (line: string) => console.error(line);
  switch (subject) {
    case 'agents':
      return runAgents({ seconds, rounds, dir, onProgress });
    case 'attacks':
      return runAttacks({ seconds, only, dir, onProgress }, json);
    case 'stats':
      return printReport(
        await stats({
          events: countOr(values.events, 1_000_000),
          visitors: toNumber(values.visitors),
          leads: toNumber(values.leads),
          seconds,
          dir,
          keep,
          only: values.only,
          onProgress,
        }),
      );
    case 'growth':
      return printReport(
        await growth({
          events: countOr(values.events, 1_000_000),
          visitors: toNumber(values.visitors),
          leads: toNumber(values.leads),
          seconds,
          rounds,
          dir,
          keep,
          beside: values.beside,
          only: values.only,
          onProgress,
        }),
      );
    case 'scripts':
      return printReport(scripts());
    case 'ingest': {
      const bareOnly = values['bare-only'];
      const report = await ingest({ seconds, rounds, bareOnly, only, bareInsert, dir, onProgress });
      console.log(json ? JSON.stringify(report, undefined, 2) : renderIngest(report));
      return report.problems.length + brokenLimits(report).length === 0 ? 0 : 1;
    }
    default:
      return showHelp(false);
  }
}

const toNumber = (value: string | undefined) => (value === undefined ? undefined : Number(value));

const countOr = (value: string | undefined, usual: number) => toNumber(value) ?? usual;

function printReport({ text, problems }: { text: string; problems: unknown[] }): number {
  console.log(text);
  return problems.length === 0 ? 0 : 1;
}

endBySignals();
try {
  process.exitCode = await main();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
