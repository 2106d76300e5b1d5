/** What the demonstration's own application is told of the made-up companies; to all others they are unknown. */
import { businesses, countryNames } from '@footfall/demo/businesses';
import { companyDetails } from '@footfall/demo/details';
import type { ImportFile } from '../../companies/import/open-file.ts';
import type { AddressFacts } from '../../enrichment/addresses/address-facts.ts';
import { addressKey } from '../../enrichment/addresses/address-key.ts';
import { connectionKind } from '../../enrichment/addresses/connection-kind.ts';

/** Their details as a file of an import. */
export function companyFile(): ImportFile {
  const records = companyDetails.map((values, place) => ({ line: place + 1, values }));
  return {
    path: 'the companies of the demonstration',
    key: 'footfall-demo',
    size: records.length,
    bytesRead: () => records.length,
    async *records() {
      yield records;
    },
  };
}

const networkBits = 2 ** 8;
const facts = new Map<string, AddressFacts>();
for (const { owner, city, country, asn, network, site } of businesses) {
  const addresses = networkBits;
  const connection = connectionKind({ asn, owner, country, addresses, sites: site ? 1 : 0 });
  const place = { city, country: countryNames[country], asn, networkOwner: owner, connection };
  facts.set(placeOf(`${network}.0`), place);
  if (site) facts.set(placeOf(`${site}::`), place);
}

/** What a table of addresses would say of the networks that the businesses run. */
export function madeUpNetwork(ip: string): AddressFacts | undefined {
  return facts.get(placeOf(ip));
}

/** The network of a business that the address would be in. */
function placeOf(ip: string): string {
  const key = addressKey(ip);
  if (!key) return '';
  return key.family === 6 ? `6 ${key.key}` : `4 ${Math.floor(key.key / networkBits)}`;
}
