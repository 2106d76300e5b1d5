import { fileURLToPath } from 'node:url';
import { businesses } from '@footfall/demo/businesses';
import { madeUpCompanies } from '@footfall/demo/names';
import { Random } from '@footfall/demo/random';
import { officeOf } from '@footfall/demo/world';
import { expect, test } from 'vitest';
import { unknownAddress } from '../../enrichment/addresses/address-facts.ts';
import { openAddressTables } from '../../enrichment/addresses/address-tables.ts';
import { openTableFile } from '../../enrichment/addresses/table-file.ts';
import { packageFolder } from '../../platform/package-folder.ts';
import { madeUpNetwork } from './made-up-companies.ts';

const builtTables = fileURLToPath(new URL('dist/address-tables/addresses.bin', packageFolder));

test('addresses of the businesses are of no network on the internet, and known here alone', async () => {
  const [tables, own] = [openAddressTables(), openAddressTables({ ownNetworks: madeUpNetwork })];
  await Promise.all([tables.ready, own.ready]);
  const isReady = tables.isReady && own.isReady;
  expect(isReady, 'the address tables are built by npm run build').toBe(true);
  const random = new Random('offices');
  for (const business of businesses) {
    const { owner, asn, network, site } = business;
    const ips = [`${network}.20`, `${network}.255`, officeOf(random, business).ip];
    for (const ip of site ? [...ips, `${site}::`, `${site}:1::20`] : ips) {
      expect(ip).toMatch(/^(198\.18\.|2001:db8:)/);
      expect(tables.lookUp(ip), ip).toEqual(unknownAddress);
      const network = { networkOwner: owner, asn, connection: 'business' };
      expect(own.lookUp(ip), ip).toMatchObject({ ...network });
    }
  }
  for (const ip of ['198.18.0.1', '198.19.1.1', '2001:db8::1', '127.0.0.1', 'nobody']) {
    expect(own.lookUp(ip), ip).toEqual(unknownAddress);
  }
  expect(own.lookUp('8.8.8.8')).toEqual(tables.lookUp('8.8.8.8'));
  await Promise.all([tables.close(), own.close()]);
});

test('no owner of a network has such a name, nor such a number', async () => {
  const table = await openTableFile(builtTables);
  const numbers = new Set<number>();
  const words = new Set<string>();
  for (let number = 1; number < table.networkCount; number++) {
    const { asn, owner } = table.network(number);
    numbers.add(asn);
    for (const word of owner.toLowerCase().split(/[^\p{L}\d]+/u)) words.add(word);
  }
  await table.close();
  const names = [...businesses, ...madeUpCompanies].map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => words.has(name.split(' ', 1)[0] ?? ''))).toEqual([]);
  expect(businesses.filter(({ asn }) => numbers.has(asn))).toEqual([]);
});
