/* The tables of the guide on senders, cell by cell: each is tried as its sender sends it, and with faults. */
import type { IngestAnswer } from '@footfall/contract/ingest';
import { expect, test } from 'vitest';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import type { Fields } from '../../collect/senders/mapping.ts';
import type { TestWorkspace } from '../../testing/harness.ts';
import { type Answer, postBare } from '../../testing/post.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { inRounds } from '../../testing/rounds.ts';
import { plausibleTries, umamiTries } from '../../testing/sender-tries/cookieless.ts';
import { posthogTries } from '../../testing/sender-tries/posthog.ts';
import { rudderConsent, segmentConsent, segmentTries } from '../../testing/sender-tries/segment.ts';
import { cellsOfTheGuide, type Sender, senders } from '../../testing/sender-tries/table.ts';
import {
  type Case,
  type Expected,
  type Status,
  type Try,
  visitor,
} from '../../testing/sender-tries/try.ts';
import { type Wire, wires } from '../../testing/sender-tries/wires.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const cells = await cellsOfTheGuide();

const triesOf: Record<Sender, Try[]> = {
  segment: [...segmentTries, segmentConsent],
  rudderstack: [...segmentTries, rudderConsent],
  posthog: posthogTries,
  umami: umamiTries,
  plausible: plausibleTries,
};
const tries = senders.flatMap((sender) => triesOf[sender].map((attempt) => ({ sender, attempt })));

test('each cell of the guide is tried, with all that it names, and nothing that it has not', () => {
  const inGuide = cells.map(({ row, sender }) => `${sender}: ${row}`);
  const tried = tries.map(({ sender, attempt }) => `${sender}: ${attempt.row}`);
  expect(tried.sort()).toEqual(inGuide.sort());
  for (const { row, sender, names } of cells) {
    const attempt = triesOf[sender].find((one) => one.row === row);
    const texts = JSON.stringify([attempt?.items, sentIn(sender, attempt?.items ?? [])]);
    for (const name of names) {
      // The sign that stands for any name.
      if (name.startsWith('$…') || name === '$') continue;
      for (const part of name.split('.')) expect(texts, `${sender}: ${row}`).toContain(part);
    }
  }
});

/** With what the senders put around it. */
function sentIn(sender: Sender, items: Fields[]): unknown {
  const { pages, backends } = wires[sender];
  const all = [...Object.values(pages), ...Object.values(backends)];
  return all.map((wire) => wire('', items, ''));
}

/** A case on its way: sent to a workspace of its own, and answered. */
interface Sent extends Case {
  sender: Sender;
  row: string;
  how: string;
  verificationLevel: 'public' | 'signed';
  workspace: TestWorkspace;
  outcomes: Outcome[];
}

interface Outcome {
  /** Some senders learn no more than whether it was kept. */
  status: Status | 'kept' | 'dropped';
  why?: string | undefined;
}

/** What rows mean does not depend on the way: one for each row, in turn, but for many rounds. */
const oneOf = (ways: [string, Wire][], place: number) =>
  inRounds(1) >= 100 ? ways : ways.filter((_, at) => at === place % ways.length);

/** Each in a way of its sender's pages and of its backends, and its hostile variant in the first way of both. */
async function sendAll(sender: Sender): Promise<Sent[]> {
  const [pages, backends] = [
    Object.entries(wires[sender].pages),
    Object.entries(wires[sender].backends),
  ];
  const sent: Sent[] = [];
  for (const [place, { row, signed, hostile, ...fields }] of triesOf[sender].entries()) {
    const send = async (
      verificationLevel: Sent['verificationLevel'],
      one: Case,
      ways: [string, Wire][],
      faults = '',
    ) => {
      for (const [name, wire] of ways) {
        const how = `${name}, ${verificationLevel}${faults}`;
        sent.push({
          ...one,
          sender,
          row,
          how,
          verificationLevel,
          ...(await sendOne(wire, verificationLevel, one)),
        });
      }
    };
    await send('public', fields, oneOf(pages, place));
    await send('signed', { ...fields, ...signed }, oneOf(backends, place));
    await send('public', hostile, pages.slice(0, 1), ', with faults');
    await send('signed', hostile, backends.slice(0, 1), ', with faults');
  }
  return sent;
}

async function sendOne(
  wire: Wire,
  verificationLevel: Sent['verificationLevel'],
  { items, behind = 0 }: Case,
) {
  const workspace = await h.newWorkspace();
  const key = verificationLevel === 'signed' ? await proved(workspace) : workspace.productionKey;
  const sentAt = new Date(Date.now() - behind).toISOString();
  const outcomes: Outcome[] = [];
  for (const { path, body, headers } of wire(key, items, sentAt)) {
    outcomes.push(...outcomesIn(await postBare(h, path, body, headers), body));
  }
  return { workspace, outcomes };
}

/** The write key with a signing secret behind it. */
async function proved({ id, productionKey }: TestWorkspace): Promise<string> {
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, id, 'Test'));
  return `${productionKey}:${secret}`;
}

function outcomesIn({ status, text, headers, body }: Answer, sent: unknown): Outcome[] {
  if (status >= 300) throw new Error(`answered ${status}: ${text}`);
  // Plausible's.
  if (text === 'ok') return [{ status: headers.has('x-plausible-dropped') ? 'dropped' : 'kept' }];
  const { data, results } = body as Partial<IngestAnswer> & { results?: Record<string, ByUuid> };
  if (data) {
    return data.results.map(({ status: of, error, reason }) => ({
      status: of,
      why: error ?? reason,
    }));
  }
  const { batch } = sent as { batch: { uuid: string }[] };
  return batch.map(({ uuid }) => ({
    status: results?.[uuid]?.result === 'ok' ? 'kept' : 'dropped',
    why: results?.[uuid]?.details,
  }));
}

/** Of PostHog's newer address. */
interface ByUuid {
  result: string;
  details?: string;
}

const sent = (await Promise.all(senders.map(sendAll))).flat();
await h.settle();

test.for(sent)('$sender: $row ($how)', async (attempt) => {
  const { items, outcomes, status = 'accepted', why = /./, workspace, verificationLevel } = attempt;
  const statuses = attempt.statuses ?? items.map(() => status);
  const isVague = outcomes.some((one) => one.status === 'kept' || one.status === 'dropped');
  expect(
    outcomes.map((one) => one.status),
    JSON.stringify(outcomes),
    // A vague answer is one for each item, not for each message made of it.
  ).toEqual(isVague ? statuses.map(vaguely).slice(0, items.length) : statuses);
  for (const one of outcomes) {
    if (one.status === 'rejected' || one.status === 'ignored') expect(one.why).toMatch(why);
  }
  await expectStored(workspace, attempt);
  const { secretKey } = workspace;
  const rights = (await list(secretKey, '/conversions')).map((row) => row.verification_level);
  expect(rights.filter((one) => one !== verificationLevel)).toEqual([]);
  // What is refused is kept, with the reason.
  const failed = (await list(secretKey, '/rejected-events')).map(({ reason }) => reason);
  const refused = statuses.filter((one) => one === 'rejected');
  expect(failed).toEqual(refused.map(() => expect.stringMatching(why)));
});

function vaguely(status: Status): Outcome['status'] {
  return status === 'accepted' || status === 'duplicate' ? 'kept' : 'dropped';
}

/** That the API tells what is expected of the workspace. */
async function expectStored({ secretKey }: TestWorkspace, wanted: Expected): Promise<void> {
  const read: Partial<Record<keyof Expected, unknown>> = {};
  const expected: typeof read = {};
  for (const part of Object.keys(readers) as (keyof Expected)[]) {
    if (wanted[part] === undefined) continue;
    expected[part] = wanted[part];
    read[part] = await readers[part](secretKey);
  }
  expect(read).toMatchObject(expected);
}

const list = async (key: string, path: string) => pageIn(await restOf(h, key).get(path)).data;
const inOrder = 'limit=100&sort=created_at';

const events = async (key: string) =>
  (await list(key, `/events?${inOrder}`)).filter(({ type }) => type === 'event');
const people = (key: string) => list(key, `/identities?${inOrder}`);

const readers: { [part in keyof Expected]-?: (key: string) => Promise<unknown> } = {
  events,
  people,
  conversions: (key) => list(key, `/conversions?${inOrder}`),
  sessions: (key) => list(key, '/sessions'),
  consents: (key) => list(key, `/visitors/${visitor}/consents`),
  async names(key) {
    const ids = (await people(key)).map(({ id }) => id);
    const links = await Promise.all(ids.map((id) => list(key, `/identities/${id}/links`)));
    return links.flat().map(({ evidence, ...link }) => ({ ...link, ...(evidence as Fields) }));
  },
  async ago(key) {
    const [first] = await events(key);
    // Far rougher than any machine is slow.
    return Math.round((Date.now() - Date.parse(first?.created_at ?? '')) / 600_000) * 600_000;
  },
};
