import { parseArgs } from 'node:util';
import { type AttackOptions, attacks } from './attacks/attacks.ts';
import { brokenPromises, renderAttacks } from './attacks/render.ts';
import { enrichment } from './enrichment/enrichment.ts';
import { renderEnrichment } from './enrichment/render.ts';
import { ingest, rowNames } from './ingest/ingest.ts';
import { renderIngest } from './ingest/render.ts';
import { rest } from './rest/rest.ts';
import { search } from './search/search.ts';

const help = `npm run bench -- ingest|rest|search|enrichment|attacks [options]

  ingest               events a second of the service beside the bare limit, latency at half load,
                       memory, storage and start time
  rest                 reads a second over REST beside a bare server on the same database
  search               searches a second and their latency beside ilike on the same rows
  enrichment           what a message costs in the functions that tell place, network, company, source and bot
  attacks              what others wait for while a stranger with a write key does his worst

  --seconds N          length of a round (5)
  --rounds N           rounds of each figure; the median counts (3)
  --only ROWS          rows to measure, with commas between: single, batch, single-no-session,
                       batch-no-session, latency, addresses, single-mixed, batch-mixed (all);
                       attacks: parts of their names, such as bombs,leads
  --bare-only          measure the limit and the generator, not the service
  --bare-insert HOW    how the bare server inserts: unnest or records (unnest)
  --dir PATH           where the databases live during the run (the system's temporary directory)
  --leads N            rest: how many leads in four workspaces (1000000)
  --records N          search: people, companies and leads together (200000)
  --json               ingest, enrichment, attacks: the figures as JSON on standard output
`;

function showHelp(isWanted: boolean): number {
  console.error(help);
  return isWanted ? 0 : 1;
}

function isRow(name: string): boolean {
  return rowNames.includes(name);
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
      leads: { type: 'string', default: '1000000' },
      records: { type: 'string', default: '200000' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const seconds = Number(values.seconds);
  const rounds = Number(values.rounds);
  const insert = values['bare-insert'];
  const only = values.only.split(',').filter((row) => row !== '');
  const understood =
    ['ingest', 'rest', 'search', 'enrichment', 'attacks'].includes(positionals.join()) &&
    seconds > 0 &&
    Number.isInteger(rounds) &&
    rounds > 0 &&
    (positionals.join() === 'attacks' || only.every(isRow)) &&
    (insert === 'unnest' || insert === 'records');
  if (values.help || !understood) return showHelp(values.help);
  const onProgress = (line: string) => console.error(line);
  if (positionals.join() === 'enrichment') {
    const report = await enrichment({ rounds, onProgress });
    console.log(values.json ? JSON.stringify(report, undefined, 2) : renderEnrichment(report));
    return report.problems.length === 0 ? 0 : 1;
  }
  if (positionals.join() === 'attacks') {
    return runAttacks({ seconds, only, dir: values.dir, onProgress }, values.json);
  }
  if (positionals.join() === 'search') {
    const records = Number(values.records);
    console.log(await search({ records, seconds, dir: values.dir, onProgress }));
    return 0;
  }
  if (positionals.join() === 'rest') {
    const leads = Number(values.leads);
    console.log(await rest({ leads, seconds, rounds, dir: values.dir, onProgress }));
    return 0;
  }
  const report = await ingest({
    seconds,
    rounds,
    bareOnly: values['bare-only'],
    only,
    bareInsert: insert,
    dir: values.dir,
    onProgress,
  });
  console.log(values.json ? JSON.stringify(report, undefined, 2) : renderIngest(report));
  return report.problems.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
