/** Location and network of an IP address. */

export const connectionKinds = [
  'business',
  'access_provider',
  'mobile',
  'hosting',
  'education',
  'government',
] as const;

/**
 * Who uses a network. `business` only if the owner itself is the user, so that it may be shown as a visitor's
 * company; unknown use counts as `access_provider`.
 */
export type ConnectionKind = (typeof connectionKinds)[number];

/** Facts about one address. Unknown texts are '', and an unknown `asn` is 0. */
export interface AddressFacts {
  /** English name without the district: "Zurich". */
  city: string;
  /** English name: "Switzerland". */
  country: string;
  /** Number of the autonomous system (RFC 6793) that announces the address. */
  asn: number;
  /** Registered owner of that autonomous system: "SIEMENS AG". */
  networkOwner: string;
  connection: ConnectionKind | '';
}

/** For private, reserved and malformed addresses, and for all before the tables are loaded. */
export const unknownAddress: AddressFacts = Object.freeze({
  city: '',
  country: '',
  asn: 0,
  networkOwner: '',
  connection: '',
});
