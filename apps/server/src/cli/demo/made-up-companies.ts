/** Data on made-up companies, only for the demo's own application. */
import { businesses, countryNames } from '@footfall/demo/businesses';
import { companyDetails } from '@footfall/demo/details';
import type { ImportFile } from '../../companies/import/open-file.ts';
import type { AddressFacts } from '../../enrichment/addresses/address-facts.ts';
import { addressKey } from '../../enrichment/addresses/address-key.ts';
import { connectionKind } from '../../enrichment/addresses/connection-kind.ts';

/** Their details as an import file. */
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

/** The address table's facts for made-up business networks. */
export function madeUpNetwork(ip: string): AddressFacts | undefined {
  return facts.get(placeOf(ip));
}

/** The business network of an address. */
function placeOf(ip: string): string {
  const key = addressKey(ip);
  if (!key) return '';
  return key.family === 6 ? `6 ${key.key}` : `4 ${Math.floor(key.key / networkBits)}`;
}
