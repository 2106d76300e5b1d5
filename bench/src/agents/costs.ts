/** Compares the cost of `get` over MCP with REST, and measures memory for many agents. */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentiles } from '../load/percentiles.ts';
import { cpuSeconds, watchMemory } from '../machine.ts';
import { connectAgent, median, type Target } from './ask.ts';

interface Cost {
  /** Median in milliseconds. */
  latency: number;
  /** Microseconds of the service's CPU time per request. */
  processor: number;
}

export interface Compared {
  kind: string;
  rest: Cost;
  mcp: Cost;
}

export interface Subject {
  kind: string;
  /** Below /api/v1. */
  path: string;
  id: string;
}

type Send = () => Promise<void>;

function restOf({ url, key }: Target, { path, id }: Subject): Send {
  const headers = { authorization: `Bearer ${key}` };
  return async () => {
    const response = await fetch(`${url}/api/v1${path}/${id}`, { headers });
    const { data } = (await response.json()) as { data: { id: string } };
    if (data.id !== id) throw new Error(`REST answered ${response.status}`);
  };
}

/** As an agent's client sends it, without the client's other work. */
function mcpOf({ url, key }: Target, { kind, id }: Subject): Send {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const params = { name: 'get', arguments: { kind, id } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return async () => {
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
    const { result } = (await response.json()) as {
      result?: { structuredContent?: { record: { id: string } } };
    };
    if (result?.structuredContent?.record.id !== id) {
      throw new Error(`MCP answered ${response.status}`);
    }
  };
}

/** Short, so that other load on the machine affects both. */
const turnMs = 200;

class Meter {
  readonly #pid: number;
  readonly #send: Send;
  readonly #times: number[] = [];
  #cpuSeconds = 0;

  constructor(pid: number, send: Send) {
    this.#pid = pid;
    this.#send = send;
  }

  async turn(): Promise<void> {
    const before = cpuSeconds(this.#pid);
    const end = performance.now() + turnMs;
    while (performance.now() < end) {
      const begun = performance.now();
      await this.#send();
      this.#times.push(performance.now() - begun);
    }
    this.#cpuSeconds += cpuSeconds(this.#pid) - before;
  }

  cost(): Cost {
    return {
      latency: percentiles(Float64Array.from(this.#times)).p50,
      processor: (this.#cpuSeconds * 1e6) / this.#times.length,
    };
  }
}

/** Alternates between them, for `seconds` each. */
async function measureBoth(
  pid: number,
  sends: { rest: Send; mcp: Send },
  seconds: number,
): Promise<{ rest: Cost; mcp: Cost }> {
  const rest = new Meter(pid, sends.rest);
  const mcp = new Meter(pid, sends.mcp);
  for (let turn = 0; turn < (seconds * 1_000) / turnMs; turn++) {
    await rest.turn();
    await mcp.turn();
  }
  return { rest: rest.cost(), mcp: mcp.cost() };
}

/** Median of the rounds for each figure. */
export async function compareGet(
  target: Target,
  pid: number,
  subjects: readonly Subject[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Compared[]> {
  const all: Compared[] = [];
  for (const subject of subjects) {
    const sends = { rest: restOf(target, subject), mcp: mcpOf(target, subject) };
    await measureBoth(pid, sends, 1);
    const costs: { rest: Cost; mcp: Cost }[] = [];
    for (let round = 0; round < rounds; round++) {
      costs.push(await measureBoth(pid, sends, seconds));
    }
    const middle = (way: 'rest' | 'mcp'): Cost => ({
      latency: median(costs.map((cost) => cost[way].latency)),
      processor: median(costs.map((cost) => cost[way].processor)),
    });
    all.push({ kind: subject.kind, rest: middle('rest'), mcp: middle('mcp') });
  }
  return all;
}

export interface Overflow {
  agents: number;
  calls: number;
  residentMiB: number;
  p99: number;
}

/** Concurrently connected agents that keep calling. */
export async function overflow(
  target: Target,
  pid: number,
  ids: readonly string[],
  { agents, seconds }: { agents: number; seconds: number },
): Promise<Overflow> {
  const memory = watchMemory(pid);
  const clients = await Promise.all(Array.from({ length: agents }, () => connectAgent(target)));
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const live = async (client: (typeof clients)[number], place: number) => {
    await client.listTools();
    while (performance.now() < end) {
      const begun = performance.now();
      const id = ids[(place + times.length) % ids.length];
      const name = times.length % 2 === 0 ? 'get' : 'list';
      const input = name === 'get' ? { kind: 'person', id } : { kind: 'person' };
      const { isError } = await client.callTool({ name, arguments: input });
      if (isError) throw new Error(`${name} failed`);
      times.push(performance.now() - begun);
      await sleep(50);
    }
  };
  await Promise.all(clients.map(live));
  const residentMiB = memory.end() / 2 ** 20;
  await Promise.all(clients.map((client) => client.close()));
  return {
    agents,
    calls: times.length,
    residentMiB,
    p99: percentiles(Float64Array.from(times)).p99,
  };
}
