/*
 * Who uses a network: its owner's people, or anybody. There is no public register of it, so it is told from the
 * owner's name, from how much address space there is, and from known-networks.ts, where the largest networks and
 * those that the rules misjudge stand by number. `business` names a company, so it needs a reason, and
 * doubt goes to `access_provider`.
 */
import type { ConnectionKind } from './address-facts.ts';
import { knownNetworks } from './known-networks.ts';
import * as words from './owner-words.ts';

/** An autonomous system and the addresses it announces. */
export interface Network {
  asn: number;
  /** As registered: "SIEMENS AG". */
  owner: string;
  /** ISO 3166 code of the country that most of its addresses are in; '' unknown. */
  country: string;
  /** IPv4 addresses. */
  addresses: number;
  /** IPv6 networks of 48 bits. */
  sites: number;
}

/** Rarely assigned to end users: a /18, and a /32, which registries assign to providers. */
const PROVIDER_ADDRESSES = 16_384;
const PROVIDER_SITES = 65_534;
/** A company with a few IPv4 networks seldom announces this much IPv6; server hosts do. */
const HOBBY_SITES = 200;
/** Assigned until about 2009, when a company needed two providers to get one and hobbyists got none. */
const OLD_NUMBERS = 48_000;
/** More than an unknown company has, */
const COMPANY_ADDRESSES = 2560;
/** except for those that received a /16 when anybody could. */
const LEGACY_ADDRESSES = { least: 48_000, most: 140_000 };

/** The kind of a network; deterministic. */
export function connectionKind(network: Network): ConnectionKind {
  return knownNetworks.get(network.asn) ?? kindByName(network);
}

function kindByName(network: Network): ConnectionKind {
  const name = plain(network.owner);
  if (words.researchNetwork.test(name)) return 'access_provider';
  if (words.education.test(name)) return 'education';
  if (words.government.test(name)) {
    return words.municipalProvider.test(name) ? 'access_provider' : 'government';
  }
  const isCompany = words.companyName.test(name) || words.company.test(name);
  if (isCompany && !words.surelyProvider.test(name)) return 'business';
  if (words.hosting.test(name)) return 'hosting';
  if (words.mobile.test(name)) return 'mobile';
  if (words.provider.test(name)) return 'access_provider';
  return isPlausibleCompany(network, name) ? 'business' : 'access_provider';
}

/** The name does not reveal what the owner does, or only its trade. */
function isPlausibleCompany(network: Network, name: string): boolean {
  const { asn, country, addresses, sites } = network;
  const isNorthAmerican = country === 'US' || country === 'CA';
  const isOld = asn <= OLD_NUMBERS;
  const isUnclear = words.unclear.test(name);
  const { least, most } = LEGACY_ADDRESSES;
  if (isNorthAmerican && isOld && !isUnclear && addresses >= least && addresses <= most) {
    return sites < HOBBY_SITES;
  }
  if (addresses >= PROVIDER_ADDRESSES || sites >= PROVIDER_SITES || addresses === 0) return false;
  if (words.trade.test(name) && !isUnclear) return true;
  if (addresses > COMPANY_ADDRESSES || sites >= HOBBY_SITES) return false;
  if (!words.countriesOfCompanies.has(country) || !words.legalForm.test(name)) return false;
  if (isNorthAmerican && !isUnclear) return true;
  return isOld && sites === 0 && (isNorthAmerican || !isUnclear);
}

/** Lower case without accents. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
