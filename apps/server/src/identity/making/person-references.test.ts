/* The list of what hangs on a person is complete, says what is true, and a merge leaves nothing behind. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from '../../accounts/keys/signature.ts';
import { createSigningSecret } from '../../accounts/keys/signing-secrets.ts';
import { jobHandlers } from '../../background/job-handlers.ts';
import { startHarness } from '../../testing/harness.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { tablesWith } from '../../testing/tables.ts';
import { personReferences } from './person-references.ts';

const h = await startHarness();
const rest = restOf(h, h.workspace.secretKey);
const { secret } = await h.db.system((tx) => createSigningSecret(tx, h.workspace.id, 'Test'));

/** What other columns refer to, by their names: nobody's person. */
const otherReferences = [
  'workspace_id',
  'company_id',
  'campaign_id',
  'list_id',
  'actor_id',
  'after_id',
  'filled_until',
  'holder',
  'key_id',
  'network',
  'undoes',
  'replaces',
  'change_id',
  'message_id',
  'view_id',
  'erasure_id',
];
/** The log of changes says whom it was about then; a merge is told in it. So do changes of lists, for a day. */
const loggedReferences = ['ids', 'visitor_ids', 'member_ids', 'changed_ids'];
/** People who work with the service, rather than visit. */
const memberReferences = ['user_id', 'created_by', 'revoked_by', 'invited_by', 'owner_id'];
/** What was changed, by the name that it had then. */
const loggedColumns = ['audit_log.resource_id'];

test('every column with an id is unrelated to people or in the list', async () => {
  const references = [...otherReferences, ...loggedReferences, ...memberReferences];
  const columns = await h.db.system(
    (tx) => tx<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and udt_name in ('uuid', '_uuid')
        and column_name <> 'id' and column_name <> all(${references})`,
  );
  const columnNames = columns
    .map(({ name }) => name)
    .filter((name) => !loggedColumns.includes(name));
  const listed = personReferences.filter(({ column }) => column !== 'id');
  expect(columnNames.sort()).toEqual(
    [...new Set(listed.map(({ table, column }) => `${table}.${column}`))].sort(),
  );
});

test('rows of a person are live or test data, and every table has the flag', async () => {
  const marked = await tablesWith(h.db, 'is_test');
  const unmarked = personReferences.filter(({ table }) => !marked.includes(table));
  // Who is on a list says it.
  expect(new Set(unmarked.map(({ table }) => table))).toEqual(new Set(['visitor_list_members']));
});

test('each kind of job names its subject once', async () => {
  const ofJobs = personReferences.filter(({ table }) => table === 'jobs');
  // Of a network, a company or a workspace, a place among people, a part of a change: rather than anybody.
  const others = [
    'suspects',
    'suggestions',
    'company_links',
    'everybody',
    'list_change',
    'erasure',
  ];
  const kinds = Object.keys(jobHandlers).filter((kind) => !others.includes(kind));
  const rowsByJob = await h.db.system((tx) =>
    Promise.all(
      ofJobs.map(({ where = 'true' }) =>
        tx.unsafe<{ kind: string }[]>(`select kind from unnest($1::text[]) kind where ${where}`, [
          kinds,
        ]),
      ),
    ),
  );
  expect(rowsByJob.flatMap((rows) => rows.map(({ kind }) => kind)).sort()).toEqual(kinds.sort());
});

const tableOf = {
  identity: 'identities',
  // Nobody may have it by now.
  'past identity': 'identities',
  visitor: 'visitors',
  session: 'sessions',
  event: 'events',
  lead: 'leads',
};

const none = { all: 0, own: 0, dangling: 0 };

/** Of each reference: how many rows have one, how many to this id, and how many to what does not exist. */
async function countReferences(id: string) {
  const rows = await h.db.system((tx) =>
    Promise.all(
      personReferences.map(async ({ table, column, to, where = 'true' }) => {
        const [counts] = await tx.unsafe<{ all: number; own: number; dangling: number }[]>(
          `select count(*)::integer as all, (count(*) filter (where r.${column} = $1))::integer as own,
                  (count(*) filter (where not exists (
                     select from ${tableOf[to]} t where t.workspace_id = r.workspace_id and t.id = r.${column}
                   )))::integer as dangling
           from ${table} r where ${where} and r.${column} is not null`,
          [id],
        );
        return { name: `${table}.${column} to ${to}`, to, ...(counts ?? none) };
      }),
    ),
  );
  // Nothing of theirs waits, no visit is open, no event was removed, and what was refused may name anybody.
  const absent = /^(?:jobs|failed_events|stats_marks|kept_visits|open_facts)\.|\.kept_session_id /;
  const bound = rows.filter(({ name }) => !absent.test(name));
  return bound.map((row) => (row.to === 'past identity' ? { ...row, own: 0, dangling: 0 } : row));
}

const start = Date.now() - 48 * 60 * 60_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

/** A visit with a person, a conversion, a work address and a place on a list; and a lead that somebody made. */
async function sendPerson(minutes: number, who: object): Promise<string> {
  const visitor_id = randomUUID();
  const page = { url: 'https://shop.example/?utm_source=google&utm_campaign=spring' };
  const context = { page, consent: { analytics: true } };
  await h.send([
    { type: 'event', name: 'page_view', visitor_id, timestamp: at(minutes), context },
    { type: 'identify', visitor_id, timestamp: at(minutes + 1), ...who, name: 'Ada' },
    { type: 'conversion', name: 'signup', visitor_id, timestamp: at(minutes + 2) },
    // Of strangers: suggestions.
    { type: 'identify', visitor_id: randomUUID(), timestamp: at(minutes + 3), ...who, name: 'Eve' },
    { type: 'identify', visitor_id: randomUUID(), timestamp: at(minutes + 3), ...who, name: 'Eva' },
  ]);
  await h.settle();
  const [person] = pageIn(await rest.get(`/identities?visitor_id=${visitor_id}`)).data;
  const identity_id = person?.id ?? '';
  const list = recordIn(await rest.post('/lists', { name: `List ${minutes}` }));
  await rest.post(`/lists/${list.id}/members`, { visitor_ids: [visitor_id] });
  await rest.post(`/lists/${list.id}/members`, { identity_ids: [identity_id] });
  await rest.post('/leads', { visitor_id, identity_id });
  await correct(minutes, identity_id);
  await decide(minutes);
  return identity_id;
}

/** One stranger's word is detached, and a favourite with a lead is joined. */
async function correct(minutes: number, id: string): Promise<void> {
  const links = pageIn(await rest.get(`/identities/${id}/links`)).data;
  const strangers = links.find(({ strength }) => strength === 'anybody');
  recordIn(await rest.post(`/identities/${id}/detach`, { link_id: strangers?.id }));
  const visitor_id = randomUUID();
  await h.send({
    type: 'identify',
    visitor_id,
    timestamp: at(minutes + 4),
    user_id: `w${minutes}`,
  });
  const [other] = pageIn(await rest.get(`/identities?visitor_id=${visitor_id}`)).data;
  await rest.post('/leads', { visitor_id, identity_id: other?.id });
  await h.db.upkeep(
    (tx) => tx`update identities set is_favorite = true where id = ${other?.id ?? ''}`,
    h.workspace.id,
  );
  recordIn(await rest.post(`/identities/${id}/join`, { identity_id: other?.id }));
  await h.settle();
}

/** Somebody is said not to be of the company of their address. */
async function decide(minutes: number): Promise<void> {
  const visitor_id = randomUUID();
  const email = `guest${minutes}@bosch.com`;
  await h.send({ type: 'identify', visitor_id, timestamp: at(minutes + 5), email });
  const [company] = pageIn(await rest.get('/companies?domain=bosch.com')).data;
  const body = { kind: 'not_company', visitor_id, company_id: company?.id };
  recordIn(await rest.post('/overrides', body));
  await h.settle();
}

test('after a merge nothing refers to the identity that is gone, and all that did to the other', async () => {
  const survivor = await sendPerson(0, { email: 'ada@siemens.com' });
  const merged = await sendPerson(60, { user_id: 'u1' });
  const isIdentity = ({ to }: { to: string }) => to === 'identity';
  const before = await countReferences(merged);
  expect(before.filter(({ all, dangling }) => all === 0 || dangling > 0)).toEqual([]);
  expect(before.filter(isIdentity).filter(({ own }) => own === 0)).toEqual([]);

  const names = { user_id: 'u1', email: 'ada@siemens.com' };
  const signature = signatureOf(secret, names.user_id);
  const both = { ...names, signature, email_signature: signatureOf(secret, names.email) };
  await h.send({ type: 'identify', ...both, timestamp: at(120) });
  await h.settle();
  const after = await countReferences(merged);
  expect(after.filter(({ dangling, own }) => dangling + own > 0)).toEqual([]);
  const kept = await countReferences(survivor);
  expect(kept.filter(isIdentity).filter(({ own }) => own === 0)).toEqual([]);
});
