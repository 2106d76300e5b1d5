/** Somebody of whom every field that can tell who they are has a canary in it, told in every way there is. */
import { randomUUID } from 'node:crypto';
import { addMember } from '../accounts/members/store.ts';
import { insertAuditEntry, type NewAuditEntry } from '../accounts/workspaces/audit-log.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Harness } from './harness.ts';
import { recordIn, restOf } from './rest.ts';
import { type SeededWorkspace, seedWorkspace } from './seeded-workspace.ts';

const ip = '198.51.100.77';
const telephone = '+49 170 5550177';
/** What no answer to a key may have from which personal data is hidden. */
export const canaries = /canary|198\.51\.100|5550177/i;
/** Of those, what the answers to any other key have: one for each way. */
export const tellTale = [
  'canary@acme.example',
  'Canary Lovelace',
  'canary-user',
  'canary street',
  'canary@trait.example',
  telephone,
  ip,
  'ref=canary-page',
  'ref=canary-referrer',
  'canary-click',
  'CanaryBrowser',
  'canary@event.example',
  'Canary button',
  'canary-order',
  'Canary buyer',
  'Canary Other',
  'canary@refused.example',
  'Canary called',
  'canary@member.example',
  'Canary Member',
  'canary@list.example',
  'canary@filter.example',
  'canary-agent',
  'Canary assistant',
  'canary-member',
  'For Canary',
  '"emails":["canary-second@acme.example"]',
];

export interface CanaryWorkspace extends SeededWorkspace {
  /** Their browser, and what was made of it. */
  visitor: string;
  identity: string;
  lead: string;
}

/** The harness has to trust the proxy 127.0.0.1, and to keep addresses whole. */
export async function seedCanary(h: Harness): Promise<CanaryWorkspace> {
  const workspace = await seedWorkspace(h);
  const rest = restOf(h, workspace.secretKey);
  const visitor = randomUUID();
  await sayEverything(h, workspace.productionKey, visitor);
  await h.settle();
  const people = await rest.get('/identities?email=canary@acme.example');
  const [{ id: identity }] = (people.body as { data: [{ id: string }] }).data;
  const leads = await rest.get(`/leads?identity_id=${identity}`);
  const [{ id: lead }] = (leads.body as { data: [{ id: string }] }).data;
  await rest.patch(
    `/leads/${lead}`,
    {
      summary: { note: 'Canary called', interested: true },
      location: { city: 'Munich', street: 'canary street 1' },
      properties: { assistant: 'Canary assistant' },
    },
    { 'user-agent': 'canary-agent/1.0' },
  );
  recordIn(await rest.post('/lists', { name: 'Guests', description: 'See canary@list.example' }));
  const filter = 'email = "canary@filter.example"';
  recordIn(await rest.post('/lists', { name: 'Kept', of: 'identities', filter }));
  const names = { emails: ['canary-second@acme.example'], user_ids: ['canary-second'] };
  recordIn(await rest.post(`/identities/${identity}/split`, names));
  await h.db.system((tx) => addByHand(tx, workspace.id));
  await h.settle();
  return { ...workspace, visitor, identity, lead };
}

async function addByHand(tx: Tx, workspaceId: string): Promise<void> {
  const member = { email: 'canary@member.example', name: 'Canary Member', role: 'member' } as const;
  const { id } = await addMember(tx, { workspaceId, ...member });
  await tx`update users set avatar = 'https://canary.example/1', username = 'canary-member' where id = ${id}`;
  const entry: NewAuditEntry = {
    actor: { kind: 'command' },
    action: 'keys create',
    resourceType: 'keys',
    changes: { name: [null, 'For Canary'] },
  };
  await insertAuditEntry(tx, workspaceId, entry, 'none');
}

/** As a page of a website does, through a proxy; the last is a stranger. */
async function sayEverything(h: Harness, key: string, visitor_id: string): Promise<void> {
  const session_id = randomUUID();
  const at = (minute: number) => new Date(Date.now() - (20 - minute) * 60_000).toISOString();
  const messageAt = (minute: number, message: object) => ({
    visitor_id,
    session_id,
    timestamp: at(minute),
    ...message,
  });
  const context = {
    page: {
      url: 'https://shop.example/pricing?ref=canary-page',
      title: 'Pricing',
      referrer: 'https://news.example/?ref=canary-referrer',
    },
    campaign: {
      source: 'news',
      medium: 'email',
      name: 'spring',
    },
    click_ids: { gclid: 'canary-click' },
  };
  const name = 'Canary Lovelace';
  const traits = {
    phone: telephone,
    number: 5_550_177,
    address: { street: 'canary street 1', floors: ['canary floor'] },
    is_vip: true,
    nothing: '',
    'canary@trait.example': 'yes',
  };
  const order = { name: 'purchase', value: 49.5, currency: 'EUR', external_id: 'canary-order' };
  const batch = [
    messageAt(0, { type: 'event', name: 'page_view', context }),
    messageAt(1, { type: 'event', name: 'click', properties: { text: 'Canary button' } }),
    messageAt(2, { type: 'event', name: 'form_submit', properties: { name: 'Canary form' } }),
    messageAt(3, { type: 'event', name: 'sent to canary@event.example' }),
    messageAt(4, {
      type: 'identify',
      email: 'canary@acme.example',
      user_id: 'canary-user',
      name,
      traits,
    }),
    messageAt(5, { type: 'conversion', ...order, properties: { buyer: 'Canary buyer' } }),
    messageAt(6, { type: 'identify', email: 'canary-second@acme.example', user_id: 'canary-user' }),
    { type: 'nonsense', email: 'canary@refused.example' },
    {
      type: 'identify',
      visitor_id: randomUUID(),
      timestamp: at(7),
      email: 'canary@acme.example',
      name: 'Canary Other',
    },
  ];
  const answer = await h.fetch('/ingest/batch', {
    method: 'POST',
    headers: {
      'x-forwarded-for': ip,
      'x-svc-key': key,
      'content-type': 'application/json',
      origin: 'https://shop.example',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0 CanaryBrowser/1.0',
    },
    body: JSON.stringify({ batch }),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
}
