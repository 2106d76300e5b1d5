import { expect, test } from 'vitest';
import { connectionKinds } from './address-facts.ts';
import { connectionKind, type Network } from './connection-kind.ts';
import { knownNetworks } from './known-networks.ts';
import { ownerSample } from './testdata/owner-sample.ts';

const network = (owner: string, facts: Partial<Network> = {}): Network => ({
  asn: 4_200_000_000,
  owner,
  country: 'US',
  addresses: 1024,
  sites: 0,
  ...facts,
});

const sample = await ownerSample();
const judged = sample.map((owner) => ({ ...owner, detected: connectionKind(owner) }));
const sampleSize = 600;

test('detected companies have a precision of at least 0.97 on well-known owners', () => {
  expect(judged.length).toBeGreaterThanOrEqual(sampleSize);
  const called = judged.filter(({ detected }) => detected === 'business');
  const wrong = called.filter(({ kind }) => kind !== 'business');
  expect(wrong.length / called.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.03);
});

test('at least 95 of 100 well-known owners are of the kind that they are', () => {
  const wrong = judged.filter(({ kind, detected }) => kind !== detected);
  expect(wrong.length / judged.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.05);
});

test('without the list of known networks, the rules alone still call hardly any provider a company', () => {
  const unlisted = sample.map((owner) => ({ ...owner, asn: owner.asn + 4_200_000_000 }));
  const called = unlisted.filter((owner) => connectionKind(owner) === 'business');
  const wrong = called.filter(({ kind }) => kind !== 'business');
  expect(wrong.length / called.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.03);
});

test.each([
  ['Banque Cantonale de Genève', 'business'],
  ['St. Mary Hospital Network', 'business'],
  ['Railway Telecom, Ltd', 'access_provider'],
  ['SoftBank Corp.', 'access_provider'],
  ['City of Springfield', 'government'],
  ['City of Springfield Broadband', 'access_provider'],
  ['Ministère de la Défense', 'government'],
  ['Universität Zürich', 'education'],
  ['Utah Education Network', 'access_provider'],
  ['Example Hosting Solutions', 'hosting'],
  ['Example VPN Ltd', 'hosting'],
  ['Example Cloud Bank', 'hosting'],
  ['Example Wireless Internet', 'access_provider'],
  ['Example Mobile Network', 'mobile'],
  ['Example Manufacturing Inc.', 'business'],
])('"%s" is of the kind %s', (owner, kind) => {
  expect(connectionKind(network(owner))).toBe(kind);
});

test('an unknown owner is no company when its network looks like a provider’s', () => {
  const owner = 'Acme Ltd';
  expect(connectionKind(network(owner))).toBe('business');
  expect(connectionKind(network(owner, { addresses: 65_536 }))).toBe('access_provider');
  expect(connectionKind(network(owner, { sites: 65_536 }))).toBe('access_provider');
  expect(connectionKind(network(owner, { sites: 256 }))).toBe('access_provider');
  expect(connectionKind(network(owner, { country: 'BR' }))).toBe('access_provider');
});

test('neither a person nor a network without IPv4 is a company', () => {
  expect(connectionKind(network('Erika Mustermann', { country: 'DE' }))).toBe('access_provider');
  expect(connectionKind(network('Acme Ltd', { addresses: 0, sites: 1 }))).toBe('access_provider');
});

test('a name without letters, or none, is a provider’s', () => {
  expect(connectionKind(network(''))).toBe('access_provider');
  expect(connectionKind(network('…', { country: '' }))).toBe('access_provider');
});

test('the list of known networks has one kind for each number', () => {
  expect(knownNetworks.size).toBeGreaterThan(300);
  for (const [asn, kind] of knownNetworks) {
    expect(asn).toBeGreaterThan(0);
    expect(connectionKinds).toContain(kind);
  }
});
