/*
 * Requests made from the OpenAPI document, fitting and broken. ROUNDS and SEED change how many and which.
 */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { mergePatch } from '../../platform/common/merge-patch.ts';
import {
  assertHolds,
  FuzzFault,
  judge,
  openWire,
  requireStored,
  sameJson,
} from '../../testing/fuzz.ts';
import { type Document, readDocument } from '../../testing/fuzz-document.ts';
import { brokenRequest, type FuzzRequest, validRequest } from '../../testing/fuzz-requests.ts';
import { anyObject, cleaned } from '../../testing/fuzz-values.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { inRounds } from '../../testing/rounds.ts';
import { seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { SLOW } from '../../testing/slow.ts';

const total = inRounds(120);
const seed = Number(process.env.SEED || 20_261_120);
const timeout = SLOW + total * 10;
/** Their bodies have to name what belongs to the record in the path, which chance hardly does. */
const needsItsOwn = ['detachIdentityLink', 'splitIdentity'];
/** Requests that are on their way together. */
const together = 20;

const h = await sharedHarness();
// Many, since requests may remove some.
const own = await seedWorkspace(h, 20);
const rest = restOf(h, own.secretKey);
const wire = openWire(h.url, { authorization: `Bearer ${own.secretKey}` });
afterAll(() => wire.close());

const document = (await (await h.fetch('/api/v1/openapi.json')).json()) as Document;
const operations = readDocument(document);
const ids = await recordIds();
const context = { operations, workspaceId: own.id };

/** Of records that requests can name, by collection. */
async function recordIds(): Promise<Record<string, string[]>> {
  const idsByPath: Record<string, string[]> = {};
  for (const collection of own.ids.keys()) {
    const { data } = pageIn(await rest.get(`/${collection}`));
    idsByPath[`/${collection}`] = data.map(({ id }) => id);
  }
  return idsByPath;
}

const sent = { count: 0, statuses: new Map<number, number>(), answered: new Set<string>() };

async function send(request: FuzzRequest): Promise<Record<string, unknown> | undefined> {
  const { method, path, query, headers, body } = request;
  const address = `/api/v1${path}${query && `?${query}`}`.replaceAll(' ', '%20');
  const answer = await wire.send(method, address, headers, body);
  sent.count += 1;
  sent.statuses.set(answer.status, (sent.statuses.get(answer.status) ?? 0) + 1);
  judge(context, request, answer);
  if (answer.status >= 300) return undefined;
  sent.answered.add(request.operation.id);
  // Exports are files.
  const isFile = request.path.startsWith('/exports/') || request.operation.pages.size > 0;
  const isRecord = answer.text !== '' && !isFile;
  return isRecord ? JSON.parse(answer.text).data : undefined;
}

/** What a write answered is what was sent, and reads the same again. */
async function sendAndReadBack(request: FuzzRequest): Promise<void> {
  const record = await send(request);
  const { operation, method, path } = request;
  // A preview stores nothing.
  const isMade = record?.id !== undefined;
  if (!isMade || method !== 'POST' || path !== operation.path) return;
  requireStored(request, record);
  const again = await rest.get(`${path}/${record.id}`);
  if (!sameJson(recordIn(again), record)) throw new FuzzFault(`reads differently: ${again.text}`);
}

/** Figures, which have as many parameters, are rarely answered by chance. */
const manyParameters = 15;

// Writes have more that can go wrong.
const valid = fc.oneof(
  ...operations.map((operation) => ({
    weight: operation.body || Object.keys(operation.query).length > manyParameters ? 5 : 1,
    arbitrary: validRequest(operation, ids),
  })),
);
const any = fc.oneof(
  { weight: 2, arbitrary: valid },
  { weight: 3, arbitrary: brokenRequest(valid) },
);

test(
  `${total} requests, valid and broken: none fails, every answer is as declared, what is written reads back (seed ${seed})`,
  async () => {
    const some = fc.array(any, { minLength: together, maxLength: together, size: 'max' });
    const holds = fc.asyncProperty(some, async (requests) => {
      await Promise.all(requests.map(sendAndReadBack));
    });
    await assertHolds(holds, seed, Math.ceil(total / together));
    expect(sent.count).toBeGreaterThanOrEqual(total);
    // The run means something only if requests got through, of every kind: those that chance left out are sent by themselves.
    const expected = operations.filter(({ id }) => !needsItsOwn.includes(id));
    for (const operation of expected) {
      // Most are answered at once, and to make many requests takes longer than to send one.
      for (const numRuns of [5, 50, 1_000]) {
        if (sent.answered.has(operation.id)) break;
        for (const request of fc.sample(validRequest(operation, ids), { seed, numRuns })) {
          if (!sent.answered.has(operation.id)) await sendAndReadBack(request);
        }
      }
    }
    expect([...sent.answered]).toEqual(expect.arrayContaining(expected.map(({ id }) => id)));
    for (const status of [200, 201, 400, 404, 405, 415]) {
      expect(sent.statuses.get(status), `answers with ${status}`).toBeGreaterThan(0);
    }
  },
  timeout,
);

const patch = fc.record(
  { properties: anyObject, location: anyObject, summary: fc.option(anyObject) },
  { requiredKeys: [] },
);
type Written = Record<string, Record<string, unknown> | null>;

function patched(before: Written, change: Written): Written {
  const changed = Object.entries(cleaned(change) as Written).map(([name, value]) => [
    name,
    value && mergePatch(before[name] ?? {}, value),
  ]);
  return { ...before, ...Object.fromEntries(changed) };
}

test(
  `${Math.ceil(total / 50)} patched leads read back as what RFC 7396 makes of what was written (seed ${seed})`,
  async () => {
    const patches = fc.array(patch, { minLength: 1, maxLength: 3 });
    const holds = fc.asyncProperty(anyObject, patches, async (first, changes) => {
      const start = { properties: first, location: first };
      const { id } = recordIn(await rest.post('/leads', start));
      let expected: Written = { ...(cleaned(start) as Written), summary: null };
      for (const change of changes) {
        expected = patched(expected, change as Written);
        recordIn(await rest.patch(`/leads/${id}`, change));
      }
      const { properties, location, summary } = recordIn(await rest.get(`/leads/${id}`));
      const stored = { properties, location, summary };
      if (sameJson(stored, expected)) return;
      throw new FuzzFault(`${JSON.stringify([first, changes])} became ${JSON.stringify(stored)}`);
    });
    await assertHolds(holds, seed, Math.ceil(total / 50));
  },
  timeout,
);
