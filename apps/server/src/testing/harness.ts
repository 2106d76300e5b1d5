/*
 * A fresh service for one test file: a database cloned from the template, the application on a free
 * port, a workspace with its keys, and a client that checks every answer against the contract.
 */
import { Footfall } from '@footfall/client';
import { type Scope, scopeNames } from '@footfall/contract/access';
import { ErrorBody } from '@footfall/contract/errors';
import type { IngestAnswer } from '@footfall/contract/ingest';
import { memberOperations } from '@footfall/contract/member-operations';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { afterAll, onTestFinished } from 'vitest';
import { createKey, listKeys, type NewKey } from '../accounts/keys/store.ts';
import { changeSettings, type SettingsChange } from '../accounts/workspaces/settings.ts';
import { createWorkspace } from '../accounts/workspaces/store.ts';
import { type AppOptions, buildApp } from '../app.ts';
import { type Config, loadConfig } from '../platform/config.ts';
import { connect, type Database } from '../platform/db/connect.ts';
import { loggerOptions } from '../platform/observability.ts';
import { answerSchema } from '../surfaces/operations/fields.ts';
import { clonedDatabase } from './database.ts';

export interface TestWorkspace {
  id: string;
  productionKey: string;
  developmentKey: string;
  /** A secret key with every scope, server only. */
  secretKey: string;
}

export interface Harness {
  config: Config;
  db: Database;
  /** Owner's URL of this test file's database. */
  ownerUrl: string;
  /** http://127.0.0.1:PORT */
  url: string;
  workspace: TestWorkspace;
  /** Lines that were logged, as JSON texts. */
  logLines: string[];
  /** With the usual settings but for those that are given. */
  newWorkspace(name?: string, settings?: SettingsChange): Promise<TestWorkspace>;
  newKey(key: Partial<NewKey>): Promise<{ id: string; key: string }>;
  client(key?: string): Footfall;
  /** A raw request; the answer of an operation is checked against its declared schema. Of a stream, its head alone. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Until the background has done what follows from all that was sent. */
  settle(): Promise<void>;
  /** Sends one message, or a batch when given a list, and returns the answer's data. */
  send(messages: object | object[], key?: string): Promise<IngestAnswer['data']>;
}

/** Of a file that has the service for itself. */
export interface OwnHarness extends Harness {
  app: FastifyInstance;
}

/** What a service of tests can be told beside its environment. `ownerUrl`: a migrated database, in place of one of its own. */
export interface ServiceOptions
  extends Pick<AppOptions, 'serveAgent' | 'clock' | 'sinkPollMs' | 'mostSeconds'> {
  ownerUrl?: string;
}

/**
 * A service of this file's or test's own, which ends with it; not for beforeAll, where no end can be registered. Most files need a
 * workspace of their own alone: shared-harness.ts.
 * `settings`: of every workspace that is made here.
 */
export async function startHarness(
  env: Record<string, string> = {},
  settings: SettingsChange = {},
  options: ServiceOptions = {},
): Promise<OwnHarness> {
  const service = await startService(env, options);
  whenDone(service.close);
  return service.newHarness(settings);
}

/** With the test that runs, or else with the file or suite. */
export function whenDone(close: () => Promise<void>): void {
  try {
    onTestFinished(close);
  } catch {
    afterAll(close);
  }
}

export interface TestService {
  url: string;
  /** With a workspace of its own. */
  newHarness(settings: SettingsChange): Promise<OwnHarness>;
  /** Of connections to its database, on this side. */
  databasePorts(): Promise<number[]>;
  /** Until it knows the places and networks of addresses. */
  ready(): Promise<unknown>;
  close(): Promise<void>;
}

export async function startService(
  env: Record<string, string>,
  { ownerUrl: existingUrl, ...options }: ServiceOptions,
): Promise<TestService> {
  const cloned = existingUrl === undefined ? await clonedDatabase() : undefined;
  const ownerUrl = existingUrl ?? cloned?.ownerUrl ?? '';
  const config = loadConfig({ PORT: '0', LOG_LEVEL: 'info', ...wideLimits, ...env });
  const logLines: string[] = [];
  const log = pino(loggerOptions(config), { write: (line: string) => logLines.push(line) });
  const db = await connect(ownerUrl);
  const app = await buildApp({
    config,
    db,
    log,
    passwordCost: { N: 1024, r: 8, p: 1 },
    ...options,
  });
  const url = await app.listen({ port: config.port, host: '127.0.0.1' });
  return {
    url,
    async newHarness(settings) {
      const used = await usedService({ db, ownerUrl, url, settings, logLines });
      return { app, config, logLines, settle: () => app.background.settle(), ...used };
    },
    ready: () => app.addressTables.ready,
    databasePorts: async () => (await cloned?.clientPorts()) ?? [],
    async close() {
      await app.close();
      await db.close();
      await cloned?.drop();
    },
  };
}

/** What a test does with a service, whichever process it is in. */
export type UsedService = Omit<Harness, 'config' | 'logLines' | 'settle'>;

interface ServicePlace extends Pick<Harness, 'db' | 'ownerUrl' | 'url'> {
  settings?: SettingsChange;
  /** What is told beside an answer that ingest must not give. */
  logLines?: string[];
}

export async function usedService(place: ServicePlace): Promise<UsedService> {
  const { db, ownerUrl, url, settings = {}, logLines = [] } = place;
  const newWorkspace = (name = 'Test', own: SettingsChange = {}) =>
    makeWorkspace(db, name, { ...settings, ...own });
  const workspace = await newWorkspace();
  const checkedFetch = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, { ...init, headers: uncompressed(init?.headers) });
    if (isStream(response)) return headOf(response);
    if (isFile(response)) return response;
    await checkAnswer(path, init?.method ?? 'GET', response);
    return response;
  };
  return {
    db,
    ownerUrl,
    url,
    workspace,
    newWorkspace,
    newKey: (key) =>
      db.system((tx) =>
        createKey(tx, {
          workspaceId: workspace.id,
          kind: 'secret',
          name: 'Test',
          scopes: scopeNames,
          ...key,
        }),
      ),
    client: (key = workspace.secretKey) =>
      new Footfall({
        baseUrl: url,
        apiKey: key,
        // A test sees what the service answers, and a busy machine may take its time.
        maxTries: 1,
        timeoutMs: 60_000,
        async fetch(request) {
          const response = await fetch(request, { headers: uncompressed(request.headers) });
          await checkAnswer(request.url.slice(url.length), request.method, response);
          return response;
        },
      }),
    fetch: checkedFetch,
    async send(messages, key = workspace.productionKey) {
      const isBatch = Array.isArray(messages);
      const response = await fetch(url + (isBatch ? '/ingest/batch' : '/ingest'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-key': key },
        body: JSON.stringify(isBatch ? { batch: messages } : messages),
      });
      if (response.status !== 200) {
        const logged = logLines.slice(-3).join('');
        throw new Error(`ingest answered ${response.status}: ${await response.text()}\n${logged}`);
      }
      return ((await response.json()) as IngestAnswer).data;
    },
  };
}

/**
 * `fetch` asks for compressed answers, which a page of records takes longer to make and to unpack than to read. They are
 * the same, says surfaces/http/encodings.test.ts.
 */
export function uncompressed(init?: RequestInit['headers']): Headers {
  const headers = new Headers(init);
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
  return headers;
}

/** Only a test of the limits wants to meet them. */
export const wideLimits = {
  RATE_LIMIT_PER_MINUTE: '10000000',
  WORKSPACE_RATE_LIMIT_PER_MINUTE: '10000000',
  ADDRESS_RATE_LIMIT_PER_MINUTE: '10000000',
  // However slow the machine is.
  REQUEST_DEADLINE_MS: '60000',
  CONNECTION_DEADLINE_MS: '60000',
};

async function makeWorkspace(
  db: Database,
  name: string,
  settings: SettingsChange,
): Promise<TestWorkspace> {
  return db.system(async (tx) => {
    const { id } = await createWorkspace(tx, name);
    if (Object.keys(settings).length > 0) await changeSettings(tx, id, settings);
    const keys = await listKeys(tx, id);
    const keyOf = (kind: string) => keys.find((key) => key.kind === kind)?.key ?? '';
    const secret = await createKey(tx, {
      workspaceId: id,
      kind: 'secret',
      name: 'Test',
      scopes: scopeNames as Scope[],
      serverOnly: false,
    });
    return {
      id,
      productionKey: keyOf('production'),
      developmentKey: keyOf('development'),
      secretKey: secret.key,
    };
  });
}

/** Which has no schema that could be checked. */
function isFile({ headers }: Response): boolean {
  return headers.has('content-disposition');
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

async function headOf(response: Response): Promise<Response> {
  await response.body?.cancel();
  const { status, headers } = response;
  return new Response(null, { status, headers });
}

const errorCheck = Compile(ErrorBody);
// As the router does: a path without a parameter goes before one with.
const okChecks = Object.values({ ...operations, ...memberOperations })
  .toSorted(
    (a: OperationSpec, b: OperationSpec) => a.path.split('{').length - b.path.split('{').length,
  )
  .map((operation: OperationSpec) => ({
    method: operation.method,
    path: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    status: operation.status,
    check: checkOf(operation.ok),
    inParts: checkOf(answerSchema(operation)),
  }));

/** What the paths of operations are below: with a key, and for members. */
const bases = ['/api/v1', '/dashboard/api'];

function checkOf(schema: TSchema | undefined) {
  return schema && (Compile(schema) as Validator);
}

/** An answer that its operation does not declare fails the test that caused it. */
async function checkAnswer(path: string, method: string, response: Response): Promise<void> {
  const [pathname = '', query] = path.split('?');
  const base = bases.find((prefix) => pathname.startsWith(`${prefix}/`));
  if (base === undefined || pathname.endsWith('/openapi.json')) return;
  const text = await response.clone().text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.status >= 400) {
    if (!errorCheck.Check(body)) throw new Error(`not an error body: ${text}`);
    return;
  }
  const own = pathname.slice(base.length);
  const declared = okChecks.find((ok) => ok.method === method && ok.path.test(own));
  if (!declared || response.status === 304 || response.status === 204) return;
  const check = new URLSearchParams(query).has('fields') ? declared.inParts : declared.check;
  const isDryRun = declared.status === 202 && new URLSearchParams(query).get('dry_run') === 'true';
  const status = isDryRun ? 200 : declared.status;
  if (response.status !== status || !check?.Check(body)) {
    const faults = JSON.stringify(check?.Errors(body));
    throw new Error(`${method} ${path} answered ${response.status} with ${text}: ${faults}`);
  }
}
