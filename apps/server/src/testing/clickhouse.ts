/** The engine of ClickHouse for a test file, behind a door of its own that can be broken in the ways in which networks and servers break. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** An interpreter that has chdb. */
export const clickHousePython = process.env.TEST_CLICKHOUSE_PYTHON;
export const clickHouseRemedy = 'pip install chdb, and name that Python in TEST_CLICKHOUSE_PYTHON';

const user = 'sender';
export const clickHousePassword = 'p:w@/1%';

/**
 * `away`: nothing is answered, the connection is closed. `failing`: 500. `forgetful`: what is asked is done, and the connection closed
 * in place of the answer. `silent`: rows are taken, and nothing answered.
 */
type Door = 'open' | 'away' | 'failing' | 'forgetful' | 'silent';

export interface TestClickHouse {
  /** For SINK_CLICKHOUSE_URL. */
  url: string;
  door: Door;
  /** Statements that came to the door. */
  statements: string[];
  rows<T>(select: string): Promise<T[]>;
  run(statement: string): Promise<void>;
}

const script = fileURLToPath(new URL('clickhouse-server.py', import.meta.url));

/** Without an engine, where there is none, it is a door with nothing behind it. */
export async function startClickHouse(): Promise<TestClickHouse> {
  const engine = clickHousePython === undefined ? '' : await startEngine(clickHousePython);
  const ask = async (statement: string, database = 'footfall') => {
    const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': clickHousePassword };
    const response = await fetch(engine + database, { method: 'POST', headers, body: statement });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  if (engine !== '') await ask('create database footfall', 'default');
  const clickhouse: TestClickHouse = {
    url: '',
    door: 'open',
    statements: [],
    async rows<T>(select: string) {
      const text = await ask(`${select} format JSONEachRow`);
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as T);
    },
    async run(statement) {
      await ask(statement);
    },
  };
  const door = createServer((request, response) => {
    passOn(clickhouse, engine, request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  clickhouse.url = `http://${user}:${encodeURIComponent(clickHousePassword)}@127.0.0.1:${port}/footfall`;
  afterAll(async () => {
    door.closeAllConnections();
    door.close();
  });
  return clickhouse;
}

async function startEngine(python: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-clickhouse-'));
  const child = spawn(python, [script, join(folder, 'data'), user, clickHousePassword], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  afterAll(async () => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  return `http://127.0.0.1:${await portOf(child)}/?database=`;
}

async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (!stdout) throw new Error('the server says nothing');
  let text = '';
  // The stream stays open: what is written to a closed one would end the server.
  for await (const part of stdout.iterator({ destroyOnReturn: false })) {
    text += part;
    if (text.endsWith('\n')) return Number(text);
  }
  throw new Error('the server has ended');
}

async function passOn(
  clickhouse: TestClickHouse,
  engine: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  clickhouse.statements.push(body);
  const { door } = clickhouse;
  if (door === 'away') return void response.destroy();
  if (door === 'failing') return void response.writeHead(500).end('Code: 241. (MEMORY_LIMIT)');
  const database = new URL(request.url ?? '', 'http://door').searchParams.get('database');
  const headers = {
    'x-clickhouse-user': String(request.headers['x-clickhouse-user']),
    'x-clickhouse-key': String(request.headers['x-clickhouse-key']),
  };
  const answer = await fetch(`${engine}${database}`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (door === 'forgetful') return void response.destroy();
  if (door === 'silent' && body.startsWith('insert')) return;
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
}
