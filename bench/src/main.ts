import { parseArgs } from 'node:util';
import { enrichment } from './enrichment/enrichment.ts';
import { renderEnrichment } from './enrichment/render.ts';
import { ingest, rowNames } from './ingest/ingest.ts';
import { renderIngest } from './ingest/render.ts';
import { rest } from './rest/rest.ts';
import { stats } from './stats/stats.ts';

const help = `npm run bench -- ingest|rest|stats|enrichment [options]

  ingest               events a second of the service beside the bare limit, latency at half load,
                       memory, storage and start time
  rest                 reads a second over REST beside a bare server on the same database
  stats                GET /stats on millions of events, beside the same as a query on what is stored
  enrichment           what a message costs in the functions that tell place, network, company, source and bot

  --seconds N          length of a round (5)
  --rounds N           rounds of each figure; the median counts (3)
  --only ROWS          rows to measure, with commas between: single, batch, single-no-session,
                       batch-no-session, latency, addresses, single-mixed, batch-mixed (all)
  --bare-only          measure the limit and the generator, not the service
  --bare-insert HOW    how the bare server inserts: unnest or records (unnest)
  --dir PATH           where the databases live during the run (the system's temporary directory)
  --leads N            rest: how many leads in four workspaces (1000000)
  --events N           stats: how many events in 90 days (1000000)
  --json               ingest, enrichment: the figures as JSON on standard output
`;

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
      events: { type: 'string', default: '1000000' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const seconds = Number(values.seconds);
  const rounds = Number(values.rounds);
  const insert = values['bare-insert'];
  const only = values.only.split(',').filter((row) => row !== '');
  const understood =
    ['ingest', 'rest', 'stats', 'enrichment'].includes(positionals.join()) &&
    seconds > 0 &&
    Number.isInteger(rounds) &&
    rounds > 0 &&
    only.every((row) => rowNames.includes(row)) &&
    (insert === 'unnest' || insert === 'records');
  if (values.help || !understood) {
    console.error(help);
    return values.help ? 0 : 1;
  }
  const onProgress = (line: string) => console.error(line);
  if (positionals.join() === 'enrichment') {
    const report = await enrichment({ rounds, onProgress });
    console.log(values.json ? JSON.stringify(report, undefined, 2) : renderEnrichment(report));
    return report.problems.length === 0 ? 0 : 1;
  }
  const reads = { seconds, dir: values.dir, onProgress };
  if (positionals.join() === 'rest') {
    console.log(await rest({ ...reads, leads: Number(values.leads), rounds }));
    return 0;
  }
  if (positionals.join() === 'stats') {
    return printStats(await stats({ ...reads, events: Number(values.events) }));
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

function printStats({ text, problems }: Awaited<ReturnType<typeof stats>>): number {
  console.log(text);
  return problems.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
