/*
 * Owners whose business is common knowledge, labelled by hand: kind, number, country, IPv4 addresses, IPv6 sites
 * and name as the tables have them. Half of it is what must not be called a company.
 */
import { readFile } from 'node:fs/promises';
import type { Network } from '../connection-kind.ts';

export async function ownerSample(): Promise<(Network & { kind: string })[]> {
  const text = await readFile(new URL('owner-sample.txt', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [kind = '', asn, country = '', addresses, sites, owner = ''] = line.split('|');
      return {
        kind,
        asn: Number(asn),
        country,
        addresses: Number(addresses),
        sites: Number(sites),
        owner,
      };
    });
}
