/** Measures how well agents can use the service, and at which cost: see bench/README.md. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '@footfall/demo/generate';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { command, type Service, startService } from '../servers/service.ts';
import { table } from '../table.ts';
import {
  askAll,
  budget,
  connectAgent,
  median,
  type Outcome,
  readerOf,
  type Solver,
  scripted,
  type Target,
} from './ask.ts';
import { type Compared, compareGet, type Overflow, overflow } from './costs.ts';
import { Facts } from './facts.ts';
import { modelIn, noModel } from './model.ts';

export interface AgentOptions {
  seconds: number;
  rounds: number;
  dir?: string;
  onProgress: (line: string) => void;
}

const limits = { timesRest: 2.5, agents: 200, residentMiB: 400 };
const messages = 5_000;

export async function agents(options: AgentOptions): Promise<{ text: string; broken: string[] }> {
  const { onProgress } = options;
  const folder = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  const dataDir = join(folder, 'service');
  const busy = await busyShare();
  const service = await startService(dataDir, { knownKey: 'of the demonstration' });
  try {
    const model = modelIn(process.env);
    onProgress('questions, answered by their scripts');
    const scripts = await onDemo(service, dataDir, () => scripted);
    const lines = [
      `${describeMachine()}; version ${describeVersion(root)}; a demonstration of ${messages} messages`,
      `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
      ...['', outcomeTable(scripts.outcomes), '', summary('scripts', scripts.outcomes)],
    ];
    const broken = failed(scripts.outcomes);
    if (model) {
      onProgress(`questions, answered by ${model.name}`);
      const live = await onDemo(service, dataDir, model.solver);
      lines.push('', outcomeTable(live.outcomes), '', summary(model.name, live.outcomes));
    } else lines.push(noModel);

    onProgress('get, over MCP and REST');
    const people = scripts.facts.people.map(({ id }) => id);
    const leads = await readerOf(scripts.target)('/leads?limit=1');
    const [lead] = leads.data as { id: string }[];
    const [company] = scripts.facts.companies;
    const compared = await compareGet(
      scripts.target,
      service.pid,
      [
        { kind: 'lead', path: '/leads', id: lead?.id ?? '' },
        { kind: 'person', path: '/identities', id: people[0] ?? '' },
        { kind: 'company', path: '/companies', id: company?.id ?? '' },
      ],
      options,
    );
    onProgress(`${limits.agents} agents`);
    const { seconds } = options;
    const many = await overflow(scripts.target, service.pid, people, {
      agents: limits.agents,
      seconds,
    });
    lines.push('', costTable(compared), '', overflowLine(many));
    broken.push(...tooDear(compared), ...tooLarge(many));
    lines.push('', broken.length > 0 ? `NOT KEPT: ${broken.join('; ')}` : 'All limits are kept.');
    return { text: lines.join('\n'), broken };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A new workspace each time, since the tasks write. */
async function onDemo(
  service: Service,
  dataDir: string,
  solverOf: (tools: Awaited<ReturnType<typeof toolsOffered>>) => Solver,
) {
  const { id = '' } = await command(dataDir, ['workspace', 'create', '--name', 'Questions']);
  const wishes = ['--events', String(messages), '--days', '30', '--workspace', id];
  const { until = '' } = await command(dataDir, ['demo', ...wishes]);
  const flags = ['--kind', 'secret', '--name', 'bench', '--scopes', 'all', '--server-only'];
  const { key = '' } = await command(dataDir, ['keys', 'create', '--workspace', id, ...flags]);
  const target: Target = { url: `http://127.0.0.1:${service.port}`, key };
  const untilMs = Date.parse(until);
  const life = generate({ seed: 1, events: messages, days: 30, untilMs });
  const facts = await Facts.read(life, readerOf(target));
  const outcomes = await askAll(target, facts, solverOf(await toolsOffered(target)));
  return { target, facts, outcomes };
}

async function toolsOffered(target: Target) {
  const client = await connectAgent(target);
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

function outcomeTable(outcomes: readonly Outcome[]): string {
  return table([
    ['question or task', 'calls', 'tokens', ''],
    ...outcomes.map(({ ask, calls, tokens, isRight }) => [
      ask.length > 100 ? `${ask.slice(0, 99)}…` : ask,
      String(calls),
      String(tokens),
      isRight ? 'right' : 'WRONG',
    ]),
  ]);
}

function summary(who: string, outcomes: readonly Outcome[]): string {
  const right = outcomes.filter(({ isRight }) => isRight).length;
  const calls = outcomes.map((one) => one.calls);
  const tokens = outcomes.map((one) => one.tokens);
  const spread = (values: number[]) => `median ${median(values)}, most ${Math.max(...values)}`;
  return `By ${who}: ${right} of ${outcomes.length} right; calls ${spread(calls)}; tokens ${spread(tokens)}`;
}

function failed(outcomes: readonly Outcome[]): string[] {
  const wrong = outcomes.filter(({ isRight }) => !isRight);
  const over = (what: 'calls' | 'tokens') =>
    median(outcomes.map((one) => one[what])) > budget[what]
      ? [`the median of ${what} is above ${budget[what]}`]
      : [];
  return [
    ...wrong.map(
      ({ ask, answer, expected }) =>
        `"${ask}" was answered with ${JSON.stringify(answer)} in place of ${JSON.stringify(expected)}`,
    ),
    ...over('calls'),
    ...over('tokens'),
  ];
}

const ratiosOf = ({ rest, mcp }: Compared) => ({
  latency: mcp.latency / rest.latency,
  processor: mcp.processor / rest.processor,
});

function costTable(compared: readonly Compared[]): string {
  return table([
    [
      'get',
      'REST ms',
      'MCP ms',
      'times',
      'REST us',
      'MCP us',
      `times (at most ${limits.timesRest})`,
    ],
    ...compared.map((one) => [
      one.kind,
      one.rest.latency.toFixed(2),
      one.mcp.latency.toFixed(2),
      ratiosOf(one).latency.toFixed(2),
      one.rest.processor.toFixed(0),
      one.mcp.processor.toFixed(0),
      ratiosOf(one).processor.toFixed(2),
    ]),
  ]);
}

function tooDear(compared: readonly Compared[]): string[] {
  return compared.flatMap((one) =>
    Object.entries(ratiosOf(one))
      .filter(([, ratio]) => ratio > limits.timesRest)
      .map(([what, ratio]) => `get of a ${one.kind} takes ${ratio.toFixed(2)} times the ${what}`),
  );
}

function overflowLine({ agents: count, calls, residentMiB, p99 }: Overflow): string {
  return `${count} agents at the same time: ${calls} calls, p99 ${p99.toFixed(0)} ms, RSS at most ${residentMiB.toFixed(0)} MiB (limit ${limits.residentMiB})`;
}

function tooLarge({ residentMiB }: Overflow): string[] {
  return residentMiB > limits.residentMiB ? [`RSS was ${residentMiB.toFixed(0)} MiB`] : [];
}
