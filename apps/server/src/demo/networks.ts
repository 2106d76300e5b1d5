/**
 * Networks from which the people of the demonstration visit: real ones, so that the service has
 * something to recognise. Owners as in the ASN tables of @ip-location-db/asn (iptoasn/DB-IP,
 * CC-BY-4.0), first three numbers of a /24 network of theirs, and the region where DB-IP's city
 * table (CC-BY-4.0) places it. The people, their visits and what they do are made up: nobody at
 * these companies has done any of it.
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
  /** Of winter time, ahead of UTC. The rhythm of a day needs no more than that. */
  offsetMinutes: number;
  locales: readonly string[];
  currency: string;
  /** How many of the people live there, in relation to the other regions. */
  weight: number;
  /** Networks of access providers. */
  homes: readonly string[];
  /** Networks of mobile carriers, or of access providers where carriers share theirs. */
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

/** Networks of VPNs, for people who hide where they are. */
export const vpnNetworks = ['146.70.164', '146.70.8', '85.122.221'] as const;

export interface Business {
  /** As the network's owner is registered. */
  owner: string;
  network: string;
  region: RegionName;
}

const businessRows: readonly [RegionName, ...(readonly [owner: string, network: string])[]][] = [
  [
    'germany',
    ['SIEMENS AG', '192.35.17'],
    ['Bayer AG', '164.59.146'],
    ['Volkswagen AG', '143.163.66'],
    ['Audi AG', '143.164.0'],
    ['ZF Friedrichshafen AG', '149.223.0'],
    ['Bayerische Motoren Werke Aktiengesellschaft', '160.46.224'],
    ['Henkel AG & Co KGaA', '139.3.0'],
    ['Deutsche Bank AG', '160.83.0'],
    ['Continental AG', '194.39.24'],
  ],
  [
    'us_east',
    ['Abbott Laboratories', '150.202.0'],
    ['CIGNA', '170.48.3'],
    ['Deloitte Services LP', '167.219.160'],
    ['The Goldman Sachs Group, Inc.', '139.172.0'],
    ['The Home Depot Inc.', '151.140.0'],
    ['The Procter and Gamble Company', '143.1.0'],
    ['UNITED PARCEL SERVICE', '153.2.0'],
    ['The Vanguard Group, Inc.', '192.175.161'],
    ['VISA INTERNATIONAL SERVICE ASSOCIATION', '198.241.149'],
    ['Eli Lilly and Company', '40.8.0'],
    ['Ford Motor Company', '19.12.144'],
    ['General Motors LLC', '130.169.0'],
    ['Colgate-Palmolive Co.', '192.132.227'],
    ['Eaton Corporation', '148.179.0'],
    ['Whirlpool Corporation', '158.52.0'],
  ],
  [
    'us_central',
    ['3M Company', '169.4.0'],
    ['Cargill Incorporated', '167.136.114'],
    ['Caterpillar, Inc.', '137.230.0'],
    ['Deere & Company', '204.53.0'],
    ['The Boeing Company', '130.76.0'],
    ['The Dow Chemical Company', '151.163.52'],
    ['Target Corporation', '161.225.0'],
    ['Union Pacific Railroad Company', '167.132.0'],
    ['Wal-Mart Stores, Inc.', '156.84.0'],
    ['Honeywell International, Inc.', '199.64.172'],
    ['General Mills', '146.217.0'],
    ['Emerson Electric Co.', '144.191.0'],
    ['ConocoPhillips Company', '138.32.20'],
    ['Halliburton Company', '134.132.40'],
    ['Exxon Mobil Corporation', '158.27.0'],
  ],
  [
    'us_west',
    ['Chevron Corporation', '146.23.0'],
    ['Wells Fargo Bank, N.A.', '167.138.0'],
    ['Charles Schwab & Co., Inc.', '162.93.192'],
    ['Costco, Inc.', '170.167.48'],
  ],
  ['britain', ['Barclays Bank plc', '141.228.144'], ['Unilever PLC', '193.17.128']],
  [
    'france',
    ['AIRBUS SAS', '140.94.0'],
    ['TotalEnergies SE', '141.227.24'],
    ['SCHNEIDER ELECTRIC INDUSTRIES SAS', '139.160.40'],
    ['BNP PARIBAS S.A.', '159.50.0'],
  ],
  [
    'netherlands',
    ['ASML Netherlands B.V.', '146.106.0'],
    ['Cooperatieve Rabobank U.A.', '145.72.120'],
  ],
  ['switzerland', ['ABB Information Systems Ltd', '138.227.0'], ['UBS AG', '137.156.0']],
  [
    'nordics',
    ['Volvo Information Technology AB', '148.138.0'],
    ['AB Tetra Pak', '151.183.0'],
    ['A.P. MOLLER - MAERSK A/S', '62.44.36'],
    ['Equinor ASA', '136.164.0'],
  ],
  ['japan', ['TOYOTA SYSTEMS CORPORATION', '133.240.0']],
];

/** Offices of well-known businesses that run networks of their own. */
export const businesses: readonly Business[] = businessRows.flatMap(([region, ...rows]) =>
  rows.map(([owner, network]) => ({ owner, network, region })),
);
