/** The company behind an email address or network. Pure and deterministic. */
import { namedId } from '../../platform/common/ids.ts';
import { tidyOwnerName } from './company-name.ts';
import { registrableDomain } from './domain.ts';
import { isPersonalMail } from './personal-mail.ts';
import { isSchool } from './schools.ts';

export interface FoundCompany {
  id: string;
  isTest: boolean;
  /** `domain:siemens.com` or `network:AS15465`; the id is made from it. */
  key: string;
  /** Registrable domain; '' for a company identified by its network. */
  domain: string;
  /** The network's owner; '' for a company identified by its domain. */
  name: string;
}

/**
 * The registrable domain of a work address, in lower case and Punycode. '' for free-mail and disposable providers and their typos, go-betweens such as marketplaces, Microsoft
 * tenants, schools, public suffixes, IP addresses, local network names, and invalid addresses. A provider that is also an employer counts as a provider: missing a company costs less
 * than a wrong one.
 */
export function companyDomainOf(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '';
  const host = email.slice(at + 1).trim();
  const domain = registrableDomain(host);
  const isNone = domain === '' || isSchool(domain) || isPersonalMail(host.toLowerCase(), domain);
  return isNone ? '' : domain;
}

/** The company of a work address; undefined if `companyDomainOf` is empty. */
export function companyOfEmail(
  workspaceId: string,
  isTest: boolean,
  email: string,
): FoundCompany | undefined {
  const domain = companyDomainOf(email);
  if (domain === '') return undefined;
  const key = `domain:${domain}`;
  return { id: companyId(workspaceId, isTest, key), isTest, key, domain, name: '' };
}

/** A network in the address tables: AS number, holder and kind of use. */
export interface Network {
  asn: number;
  networkOwner: string;
  connection: string;
}

/** The owner of a network, if it is a business and not a provider. */
export function companyOfNetwork(
  workspaceId: string,
  isTest: boolean,
  { asn, networkOwner, connection }: Network,
): FoundCompany | undefined {
  if (connection !== 'business' || asn <= 0) return undefined;
  const name = tidyOwnerName(networkOwner);
  if (name === '') return undefined;
  const key = `network:AS${asn}`;
  return { id: companyId(workspaceId, isTest, key), isTest, key, domain: '', name };
}

function companyId(workspaceId: string, isTest: boolean, key: string): string {
  return namedId(`company:${workspaceId}:${isTest}:${key}`);
}
