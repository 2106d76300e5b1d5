import type { AddressFacts } from '../enrichment/addresses/address-facts.ts';
import { companyOfNetwork, type FoundCompany } from './company-of.ts';

const known = new Map<string, FoundCompany | undefined>();
const remembered = 5_000;

/** The company that owns the network of an address, where that is a business. */
export function networkCompanyOf(
  workspaceId: string,
  isTest: boolean,
  address: AddressFacts,
): FoundCompany | undefined {
  if (address.connection !== 'business') return undefined;
  const key = `${address.asn}${isTest}${workspaceId}`;
  if (known.has(key)) return known.get(key);
  if (known.size >= remembered) known.clear();
  const company = companyOfNetwork(workspaceId, isTest, address);
  known.set(key, company);
  return company;
}
