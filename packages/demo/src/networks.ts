/**
 * Networks of the demo's people outside businesses: access providers and carriers from the ASN tables of @ip-location-db/asn
 * (iptoasn/DB-IP, CC-BY-4.0), each by the first three numbers of a /24 network, with its region in DB-IP's city table
 * (CC-BY-4.0). People, visits and activity are made up.
 */

export type RegionName =
  | 'germany'
  | 'us_east'
  | 'us_central'
  | 'us_west'
  | 'britain'
  | 'france'
  | 'netherlands'
  | 'switzerland'
  | 'nordics'
  | 'japan';

export interface Region {
  timezone: string;
  /** Winter time, ahead of UTC. Precise enough for the rhythm of a day. */
  offsetMinutes: number;
  locales: readonly string[];
  currency: string;
  /** Share of people, relative to other regions. */
  weight: number;
  /** Networks of access providers. */
  homes: readonly string[];
  /** Networks of mobile carriers, or of access providers if shared. */
  mobiles: readonly string[];
}

export const regions: Record<RegionName, Region> = {
  germany: {
    timezone: 'Europe/Berlin',
    offsetMinutes: 60,
    locales: ['de-DE', 'de-DE', 'de-DE', 'en-US'],
    currency: 'EUR',
    weight: 26,
    homes: ['79.192.0', '79.194.170', '79.197.85', '79.200.0', '88.64.0', '88.66.170', '89.244.82'],
    mobiles: ['77.0.0', '77.0.170', '77.1.85'],
  },
  us_east: {
    timezone: 'America/New_York',
    offsetMinutes: -300,
    locales: ['en-US', 'en-US', 'en-US', 'es-US'],
    currency: 'USD',
    weight: 20,
    homes: ['73.10.170', '73.21.85', '75.131.186', '71.99.21', '71.101.153', '99.31.177'],
    mobiles: ['68.24.85', '166.214.65', '97.7.64'],
  },
  us_central: {
    timezone: 'America/Chicago',
    offsetMinutes: -360,
    locales: ['en-US'],
    currency: 'USD',
    weight: 12,
    homes: ['73.32.0', '75.132.23', '75.132.117', '99.25.21'],
    mobiles: ['100.128.0'],
  },
  us_west: {
    timezone: 'America/Los_Angeles',
    offsetMinutes: -480,
    locales: ['en-US', 'en-US', 'en-US', 'es-US'],
    currency: 'USD',
    weight: 10,
    homes: ['73.42.170', '73.53.85', '99.27.73'],
    mobiles: ['172.58.170', '68.24.0'],
  },
  britain: {
    timezone: 'Europe/London',
    offsetMinutes: 0,
    locales: ['en-GB'],
    currency: 'GBP',
    weight: 10,
    homes: ['86.128.0', '86.141.85', '86.144.0', '86.0.0', '86.2.170', '90.192.0'],
    mobiles: ['188.28.0', '188.28.42'],
  },
  france: {
    timezone: 'Europe/Paris',
    offsetMinutes: 60,
    locales: ['fr-FR', 'fr-FR', 'en-GB'],
    currency: 'EUR',
    weight: 8,
    homes: ['90.0.0', '90.4.144', '82.224.0', '82.225.85', '93.2.170'],
    mobiles: ['37.165.85'],
  },
  netherlands: {
    timezone: 'Europe/Amsterdam',
    offsetMinutes: 60,
    locales: ['nl-NL', 'en-US'],
    currency: 'EUR',
    weight: 6,
    homes: ['83.80.0', '83.80.85', '77.160.0', '77.160.170'],
    mobiles: ['188.88.0'],
  },
  switzerland: {
    timezone: 'Europe/Zurich',
    offsetMinutes: 60,
    locales: ['de-CH', 'fr-CH', 'en-GB'],
    currency: 'CHF',
    weight: 4,
    homes: ['85.0.0', '85.0.85'],
    mobiles: ['85.0.85'],
  },
  nordics: {
    timezone: 'Europe/Stockholm',
    offsetMinutes: 60,
    locales: ['sv-SE', 'da-DK', 'nb-NO', 'en-GB'],
    currency: 'EUR',
    weight: 4,
    homes: ['78.64.0', '78.65.85', '80.160.0', '88.88.0'],
    mobiles: ['78.65.85'],
  },
  japan: {
    timezone: 'Asia/Tokyo',
    offsetMinutes: 540,
    locales: ['ja-JP', 'ja-JP', 'en-US'],
    currency: 'JPY',
    weight: 4,
    homes: ['153.128.0', '153.164.192', '60.64.0'],
    mobiles: ['60.84.0'],
  },
};

/** VPN networks, for people who hide their location. */
export const vpnNetworks = ['146.70.164', '146.70.8', '85.122.221'] as const;
