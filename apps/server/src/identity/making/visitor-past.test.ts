/* What a device tells of people beyond names: that an address was corrected, and whose account a login is. */
import { randomUUID } from 'node:crypto';
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { expect, test } from 'vitest';
import type { IdentifyClaimFact } from './profile.ts';
import { resolvePeople } from './resolve-people.ts';

const workspaceId = '0190f0a0-0000-7000-8000-000000000001';
const start = Date.parse('2026-10-01T10:00:00Z');

interface Claim {
  minute: number;
  visitor?: string;
  email?: string;
  userId?: string;
  verificationLevel?: VerificationLevel;
  name?: string;
  traits?: Record<string, unknown>;
}

function factsOf(claims: Claim[]): IdentifyClaimFact[] {
  return claims.map(({ minute, visitor = 'tablet', email = '', userId, ...rest }, place) => ({
    eventId: `e${String(place).padStart(3, '0')}`,
    isTest: false,
    visitorId: deviceOf(visitor),
    verificationLevel: 'public',
    provedName: null,
    at: new Date(start + minute * 60_000).toISOString(),
    email,
    emailKey: email.toLowerCase(),
    userId: userId ?? null,
    name: '',
    traits: {},
    ...rest,
  }));
}

/** The random id of a device by its name. */
const devices = new Map<string, string>();
function deviceOf(name: string): string {
  const visitorId = devices.get(name) ?? randomUUID();
  devices.set(name, visitorId);
  return visitorId;
}

/** Which of the claims mean the same person: `aab` is two of one, then another. */
async function whoIs(...claims: Claim[]): Promise<string> {
  const facts = factsOf(claims);
  const { personOf } = await resolvePeople(workspaceId, facts);
  const people: unknown[] = [];
  return facts
    .map(({ eventId }) => {
      const person = personOf.get(eventId);
      if (!people.includes(person)) people.push(person);
      return String.fromCharCode(97 + people.indexOf(person));
    })
    .join('');
}

const wrong = { minute: 0, email: 'ada@siemnes.com' };
const right = { minute: 4, email: 'ada@siemens.com' };

test('an address that is corrected within minutes is the same person', async () => {
  expect(await whoIs(wrong, right)).toBe('aa');
  expect(await whoIs(wrong, { ...right, minute: 10 })).toBe('aa');
  expect(await whoIs(wrong, { ...right, minute: 11 })).toBe('ab');
  expect(await whoIs({ ...wrong, email: 'ada@simens.com' }, wrong, right)).toBe('aaa');
  const { people } = await resolvePeople(workspaceId, factsOf([wrong, right]));
  expect(people.map((person) => person.identity())).toMatchObject([
    { visitorId: deviceOf('tablet') },
  ]);
});

test('a mistyped known provider is corrected, whatever the other claims', async () => {
  const first = { minute: 0, email: 'bo@gmial.com', name: 'B', traits: { step: 1 } };
  expect(
    await whoIs(first, { minute: 1, email: 'bo@gmail.com', name: 'Bo', traits: { step: 2 } }),
  ).toBe('aa');
});

test('two who share a device stay two', async () => {
  expect(await whoIs({ minute: 0, email: 'jo@x.de' }, { minute: 1, email: 'ja@x.de' })).toBe('ab');
  expect(await whoIs({ ...wrong, name: 'Ada' }, { ...right, name: 'Eva' })).toBe('ab');
  expect(await whoIs({ ...wrong, name: 'Ada  L' }, { ...right, name: 'ada l' })).toBe('aa');
  expect(await whoIs({ ...wrong, traits: { seat: 1 } }, { ...right, traits: { seat: 2 } })).toBe(
    'ab',
  );
  expect(await whoIs({ ...wrong, traits: { seat: 1 } }, { ...right, traits: { plan: 2 } })).toBe(
    'aa',
  );
  // Given again in those minutes it was no mistake; later it is the same person's.
  expect(await whoIs(wrong, right, { ...wrong, minute: 9 })).toBe('aba');
  expect(await whoIs(wrong, right, { ...wrong, minute: 90 })).toBe('aaa');
  // Somebody else was named between.
  expect(await whoIs(wrong, { minute: 1, email: 'grace@siemens.com' }, right)).toBe('abc');
});

test('nobody else’s address is corrected, nor one that is known, proved or an account’s', async () => {
  const other = { visitor: 'other' };
  expect(await whoIs({ ...wrong, ...other }, { ...wrong, minute: 1 }, right)).toBe('aab');
  expect(await whoIs(wrong, { ...wrong, ...other, minute: 1 }, right)).toBe('aab');
  expect(await whoIs(wrong, { ...right, ...other })).toBe('ab');
  expect(await whoIs({ ...wrong, userId: 'u1' }, right)).toBe('ab');
  expect(await whoIs(wrong, { ...right, userId: 'u1' })).toBe('ab');
  expect(await whoIs({ ...wrong, verificationLevel: 'signed' }, right)).toBe('ab');
  // Proved at any time, it was no mistake.
  expect(
    await whoIs(wrong, right, { ...wrong, ...other, minute: 99, verificationLevel: 'signed' }),
  ).toBe('aba');
  // Who names the wrong address later changes nothing.
  expect(await whoIs(wrong, right, { ...wrong, ...other, minute: 5 })).toBe('aaa');
});

test('a correction to the address of a known person is a suggestion', async () => {
  const existing = { ...right, minute: -9, visitor: 'home' };
  const { refusals } = await resolvePeople(workspaceId, factsOf([existing, wrong, right]));
  expect(await whoIs(existing, wrong, right)).toBe('aba');
  expect(refusals).toMatchObject([{ kind: 'email', value: { corrects: 'ada@siemnes.com' } }]);
});

const form = { minute: 0, email: 'ada@siemens.com' };
const login = { minute: 500, userId: 'u1' };

test('an address in a form, then a login on the same device, is one person', async () => {
  expect(await whoIs(form, login)).toBe('aa');
  expect(await whoIs(form, { ...login, verificationLevel: 'signed' })).toBe('aa');
  expect(await whoIs({ ...form, verificationLevel: 'signed' }, login)).toBe('aa');
  expect(await whoIs(wrong, right, login)).toBe('aaa');
  // The account was known by a proof before: a returning customer on a new device.
  const before = { ...login, minute: -99, visitor: 'office', verificationLevel: 'signed' as const };
  expect(await whoIs(before, form, { ...login, verificationLevel: 'signed' })).toBe('aaa');
});

test('on a device of several people, or of somebody with an account, a login is a person of its own', async () => {
  expect(await whoIs(form, { minute: 1, email: 'grace@siemens.com' }, login)).toBe('abc');
  expect(await whoIs(form, login, { minute: 600, userId: 'u2' })).toBe('aab');
  expect(await whoIs({ minute: 0, userId: 'u0' }, login)).toBe('ab');
  // A backend that shares an id among people proves what it says of each.
  expect(
    await whoIs(
      { ...form, verificationLevel: 'signed' },
      { ...login, verificationLevel: 'signed' },
    ),
  ).toBe('ab');
});

test('no login joins anybody to a person or account of somebody else', async () => {
  const home = { visitor: 'home', minute: -9 };
  expect(await whoIs({ ...form, ...home }, form, login)).toBe('aab');
  expect(await whoIs({ ...login, ...home }, form, login)).toBe('aba');
  expect(await whoIs(form, { ...login, visitor: 'phone' })).toBe('ab');
});
