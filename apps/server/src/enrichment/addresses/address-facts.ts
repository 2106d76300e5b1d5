/** What an address says about where somebody is, and through whose network they come. */

export const connectionKinds = [
  'business',
  'access_provider',
  'mobile',
  'hosting',
  'education',
  'government',
] as const;

/**
 * Who uses a network. `business` is claimed only where the owner itself is the user, so that it may be named as a
 * visitor's company; a network of whose use nothing is known counts as `access_provider`.
 */
export type ConnectionKind = (typeof connectionKinds)[number];

/** Facts about one address. Texts are '' and `asn` is 0 where nothing is known. */
export interface AddressFacts {
  /** English name without the district: "Zurich". */
  city: string;
  /** English name: "Switzerland". */
  country: string;
  /** Number of the autonomous system (RFC 6793) that announces the address. */
  asn: number;
  /** Who that autonomous system belongs to, as registered: "SIEMENS AG". */
  networkOwner: string;
  connection: ConnectionKind | '';
}

/** Of private, reserved and malformed addresses, and of all while the tables are not loaded. */
export const unknownAddress: AddressFacts = Object.freeze({
  city: '',
  country: '',
  asn: 0,
  networkOwner: '',
  connection: '',
});
