import { parseArgs } from 'node:util';
import { type AgentOptions, agents } from './agents/agents.ts';
import { type AttackOptions, attacks } from './attacks/attacks.ts';
import { brokenPromises, renderAttacks } from './attacks/render.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { databases } from './databases/databases.ts';
import { endBySignals } from './ended-by-signal.ts';
import { enrichment } from './enrichment/enrichment.ts';
import { renderEnrichment } from './enrichment/render.ts';
import { growth } from './growth/growth.ts';
import { ingest, rowNames } from './ingest/ingest.ts';
import { renderIngest } from './ingest/render.ts';
import { brokenLimits } from './ingest/report.ts';
import { type PeopleOptions, people } from './people/people.ts';
import { isKept, renderPeople } from './people/render.ts';
import { rest } from './rest/rest.ts';
import { retention } from './retention/retention.ts';
import { scripts } from './scripts/scripts.ts';
import { search } from './search/search.ts';
import { stats } from './stats/stats.ts';

const help = `npm run bench -- ingest|rest|stats|growth|search|enrichment|attacks|people|agents|dashboard|scripts|databases|retention [options]

  ingest               events a second of the service beside the bare limit, latency at half load,
                       memory, storage and start time
  rest                 reads a second over REST beside a bare server on the same database
  stats                GET /stats on millions of events, beside the same as a query on what is stored
  growth               the questions of stats, and ingest, on a workspace beside one of a twentieth of it
  search               searches a second and their latency beside ilike on the same rows
  enrichment           what a message costs in the functions that tell place, network, company, source and bot
  agents               questions and tasks over MCP: right answers, calls, tokens; get beside REST; memory
  dashboard            the pages in a real Chromium: what they load, paints, Live, a large workspace
  scripts              the browser script beside those of others: sizes, requests, time of the page's thread, what arrives
  attacks              what others wait for while a stranger with a write key does his worst
  people               what others wait for while people are made anew after late messages
  databases            ingest on databases that run already, such as one PostgreSQL and a Citus cluster
  retention            the oldest month goes while messages come in: time, journal, what others wait for

  --seconds N          length of a round (5)
  --rounds N           rounds of each figure; the median counts (3)
  --only ROWS          rows to measure, with commas between: single, batch, single-no-session,
                       batch-no-session, latency, addresses, single-mixed, batch-mixed (all);
                       attacks: parts of their names, such as bombs,leads; stats, growth: a part of the questions' titles;
                       scripts: parts of the names, such as footfall,plausible
  --bare-only          measure the limit and the generator, not the service
  --bare-insert HOW    how the bare server inserts: unnest or records (unnest)
  --dir PATH           where the databases live during the run (the system's temporary directory)
  --keep PATH          stats, growth: where the filled database is kept, and used again when it is there; dashboard: such a one
  --beside PATH        growth: the same of the small one
  --events N           stats, growth: how many events in 90 days (1000000); retention (300000): the same
  --visitors N         stats, growth: from how many each visit draws its visitor (3 % of the events; growth: 12 %)
  --leads N            rest: how many leads in four workspaces (1000000); stats, growth: leads (10 % of the events; growth: 5 %)
  --people N           people: how many share the device (5000)
  --records N          search: people, companies and leads together (200000)
  --url NAME=URL       databases: the owner's URL of an empty database; again for each of them
  --directus PATH      rest: where Directus is installed, to be measured beside
  --umami PATH         scripts: another file of Umami's script than that of scripts/fetch-umami-tracker.mjs
  --json               ingest, enrichment, attacks, people: the figures as JSON on standard output
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

async function runPeople(options: PeopleOptions, asJson: boolean): Promise<number> {
  const report = await people(options);
  console.log(asJson ? JSON.stringify(report, undefined, 2) : renderPeople(report));
  return isKept(report) ? 0 : 1;
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
      people: { type: 'string', default: '5000' },
      records: { type: 'string', default: '200000' },
      directus: { type: 'string' },
      umami: { type: 'string' },
      url: { type: 'string', multiple: true, default: [] },
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
    (['attacks', 'stats', 'growth', 'scripts'].includes(subject) || only.every(isRow)) &&
    (bareInsert === 'unnest' || bareInsert === 'records');
  if (values.help || !understood) return showHelp(values.help);
  const { dir, json, keep } = values;
  const onProgress = (line: string) => console.error(line);
  switch (subject) {
    case 'enrichment': {
      const report = await enrichment({ rounds, onProgress });
      console.log(json ? JSON.stringify(report, undefined, 2) : renderEnrichment(report));
      return report.problems.length === 0 ? 0 : 1;
    }
    case 'agents':
      return runAgents({ seconds, rounds, dir, onProgress });
    case 'attacks':
      return runAttacks({ seconds, only, dir, onProgress }, json);
    case 'people':
      return runPeople({ people: Number(values.people), seconds, dir, onProgress }, json);
    case 'search':
      console.log(await search({ records: Number(values.records), seconds, dir, onProgress }));
      return 0;
    case 'rest':
      console.log(
        await rest({
          leads: countOr(values.leads, 1_000_000),
          seconds,
          rounds,
          dir,
          directus: values.directus,
          onProgress,
        }),
      );
      return 0;
    case 'stats':
      return printReport(
        await stats({
          events: countOr(values.events, 1_000_000),
          visitors: given(values.visitors),
          leads: given(values.leads),
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
          visitors: given(values.visitors),
          leads: given(values.leads),
          seconds,
          rounds,
          dir,
          keep,
          beside: values.beside,
          only: values.only,
          onProgress,
        }),
      );
    case 'retention':
      return printReport(
        await retention({
          events: countOr(values.events, 300_000),
          seconds,
          rounds,
          dir,
          onProgress,
        }),
      );
    case 'databases': {
      const urls = Object.fromEntries(values.url.map((each) => each.split(/=(.*)/s)));
      return printReport(await databases({ urls, seconds, rounds, dir, onProgress }));
    }
    case 'scripts':
      return printReport(await scripts({ rounds, only, dir, umami: values.umami, onProgress }));
    case 'dashboard':
      return printReport(await dashboard({ rounds, dir, keep, onProgress }));
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

const given = (value: string | undefined) => (value === undefined ? undefined : Number(value));

const countOr = (value: string | undefined, usual: number) => given(value) ?? usual;

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
