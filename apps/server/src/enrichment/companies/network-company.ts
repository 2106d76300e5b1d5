import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { AddressFacts } from '../addresses/address-facts.ts';
import { companyOfNetwork, type FoundCompany } from './company-of.ts';

/** Null: the network has no company. */
const remembered = new RecentEntries<FoundCompany | null>(5_000);

/** The company that owns an address's network, if it is a business. */
export function networkCompanyOf(
  workspaceId: string,
  isTest: boolean,
  address: AddressFacts,
): FoundCompany | undefined {
  if (address.connection !== 'business') return undefined;
  const key = `${address.asn}${isTest}${workspaceId}`;
  const cached = remembered.get(key);
  if (cached !== undefined) return cached ?? undefined;
  const company = companyOfNetwork(workspaceId, isTest, address);
  remembered.set(key, company ?? null);
  return company;
}
