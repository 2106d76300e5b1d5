/** A workspace with people of many kinds, some of whom are erased, for the tests of that. */
import { randomUUID } from 'node:crypto';
import type { Erasure } from '@footfall/contract/erasures';
import { expect } from 'vitest';
import { signatureOf } from '../accounts/keys/signature.ts';
import { createSigningSecret } from '../accounts/keys/signing-secrets.ts';
import type { Harness } from './harness.ts';
import type { Answer } from './post.ts';
import { readEverything } from './read-everything.ts';
import { pageIn, recordIn, restOf } from './rest.ts';

const start = Date.now() - 72 * 60 * 60_000;
export const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

const context = {
  page: {
    url: 'https://shop.example/pricing?utm_source=google&utm_campaign=spring',
    title: 'Pricing',
  },
  consent: { analytics: true },
};

export interface Visit {
  visitor_id: string;
  session_id: string;
  messages: object[];
}

/** A visit of somebody who names themselves and buys something. */
export function visit(minutes: number, who: object, visitor_id: string = randomUUID()): Visit {
  const session_id = randomUUID();
  const common = { visitor_id, session_id };
  const view = { ...common, type: 'event', name: 'page_view', context };
  const sale = { ...common, type: 'conversion', name: 'signup', value: 5, currency: 'EUR' };
  return {
    visitor_id,
    session_id,
    messages: [
      { ...common, type: 'identify', timestamp: at(minutes), ...who },
      { ...view, timestamp: at(minutes + 1) },
      { ...sale, timestamp: at(minutes + 2) },
      { ...view, timestamp: at(minutes + 3) },
    ],
  };
}

export async function workspaceToErase(h: Harness) {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const { secret } = await h.db.system((tx) => createSigningSecret(tx, workspace.id, 'Test'));
  const personOf = async (visitorId: string) => {
    const [person] = pageIn(await rest.get(`/identities?visitor_id=${visitorId}`)).data;
    return String(person?.id);
  };
  const read = async (id: string | null) => {
    await h.settle();
    return erasureIn(await rest.get(`/erasures/${id}`));
  };
  return {
    workspace,
    rest,
    personOf,
    signed: (userId: string) => ({ user_id: userId, signature: signatureOf(secret, userId) }),
    async send(...messages: object[]) {
      const answer = await h.send(messages, workspace.productionKey);
      await h.settle();
      return answer;
    },
    /** Until it has ended. */
    async erase(path: string): Promise<Erasure> {
      const answer = await rest.raw('DELETE', path, {});
      expect(answer.status, answer.text).toBe(202);
      const { id } = erasureIn(answer);
      await expect.poll(async () => (await read(id)).state, { timeout: 30_000 }).toBe('done');
      await h.settle();
      return read(id);
    },
    rowsWith: (needles: string[]) => rowsWith(h, workspace.id, needles),
    everything: () =>
      readEverything(async (path) => {
        if (notCompared.test(path)) return '{"data":[]}';
        const { status, text } = await rest.get(path);
        expect(status, `${path}: ${text}`).toBe(200);
        return text;
      }),
  };
}

/** What is about the workspace, rather than about anybody; or about how many there are. */
const notCompared =
  /^\/(?:changes|audit-log|erasures|users|lists|campaigns|companies|live|completeness)\b/;

type Reads = Record<string, string>;

/** Of what others show before, all but records with one of the ids is the same to the byte after. */
export function expectOthersSame(before: Reads, after: Reads, ids: string[]): void {
  const isGone = (value: unknown) => ids.some((id) => JSON.stringify(value ?? null).includes(id));
  const left = (text: string | undefined) => {
    const { data = [] } = JSON.parse(text ?? '{}') as { data?: unknown };
    const rows = Array.isArray(data) ? data : [data];
    return JSON.stringify(rows.filter((row) => !isGone(row)));
  };
  const others = Object.keys(before).filter((path) => !isGone(path));
  expect(others.length).toBeGreaterThan(20);
  for (const path of others) {
    const expected = left(before[path]);
    // A record of theirs is not there any more.
    if (after[path] !== undefined || expected !== '[]') {
      expect(left(after[path]), path).toBe(expected);
    }
  }
}

export const erasureIn = (answer: Answer) => recordIn(answer) as unknown as Erasure;

/** Rows of all tables as text that have one of these. */
async function rowsWith(h: Harness, workspaceId: string, needles: string[]): Promise<string[]> {
  const wanted = needles.map((needle) => needle.toLowerCase());
  return h.db.system(async (tx) => {
    const tables = await tx<{ name: string; isOfWorkspaces: boolean }[]>`
      select relname as name, exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'workspace_id') as "isOfWorkspaces"
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`;
    const found: string[] = [];
    for (const { name, isOfWorkspaces } of tables) {
      const rows = await tx<{ text: string }[]>`
        select t::text as text from ${tx(name)} t
        ${isOfWorkspaces ? tx`where workspace_id = ${workspaceId}` : tx``}`;
      found.push(...rows.flatMap(({ text }) => findIn(name, text, wanted)));
    }
    return found;
  });
}

function findIn(table: string, text: string, wanted: string[]): string[] {
  // Whoever follows changes is told that records were removed.
  if (table === 'changes' && text.includes(',removed,')) return [];
  const readable = readableOf(text);
  const needle = wanted.find((one) => readable.includes(one));
  return needle ? [`${table}: ${needle} in ${readable}`] : [];
}

/** With the bytes that PostgreSQL writes in hexadecimal. */
function readableOf(text: string): string {
  const bytes = text.replaceAll(/\\\\x([0-9a-f]+)/g, (_, hex: string) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );
  return bytes.toLowerCase();
}
