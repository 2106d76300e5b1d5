/**
 * Made-up businesses with their own networks, in address ranges that are never on the internet: 198.18.0.0/15 for
 * benchmarks (RFC 2544), 2001:db8::/32 for documentation (RFC 3849).
 */
import type { MadeUpCompany } from './names.ts';
import type { RegionName } from './networks.ts';

export interface Business extends MadeUpCompany {
  /** Registered owner of the network. */
  owner: string;
  region: RegionName;
  city: string;
  country: CountryCode;
  /** Number of the autonomous system, for private use (RFC 6996). */
  asn: number;
  /** First three numbers of a /24 network. */
  network: string;
  /**
   * Whether its people give addresses at its domain. That makes it two companies to the service, by domain and by
   * network, so few do.
   */
  givesAddresses: boolean;
  /** First 48 bits of an IPv6 network; '' without one. */
  site: string;
}

/** Names as in the address tables. */
export const countryNames = {
  CH: 'Switzerland',
  DE: 'Germany',
  DK: 'Denmark',
  FR: 'France',
  GB: 'United Kingdom',
  JP: 'Japan',
  NL: 'Netherlands',
  NO: 'Norway',
  SE: 'Sweden',
  US: 'United States',
};
type CountryCode = keyof typeof countryNames;

/** Invented, presumably unused names, and the kind of business. */
type Row = readonly [owner: string, industry: string, city: string, country: CountryCode];

const rows: readonly [RegionName, ...Row[]][] = [
  [
    'germany',
    ['Tannwerder Stahlwerke AG', 'Steel', 'Dortmund', 'DE'],
    ['Eschenrode Pharma AG', 'Pharmaceuticals', 'Mainz', 'DE'],
    ['Rabenfurt Automotive GmbH', 'Automotive', 'Stuttgart', 'DE'],
    ['Morgenau Versicherung AG', 'Insurance', 'Cologne', 'DE'],
    ['Kranichsee Logistik GmbH', 'Logistics', 'Hamburg', 'DE'],
    ['Silberquell Beverages GmbH', 'Food', 'Nuremberg', 'DE'],
    ['Grauwacke Chemie AG', 'Chemicals', 'Leipzig', 'DE'],
    ['Ostermarsch Bank AG', 'Banking', 'Frankfurt am Main', 'DE'],
    ['Wolkenstedt Engineering GmbH', 'Manufacturing', 'Munich', 'DE'],
  ],
  [
    'us_east',
    ['Abernook Insurance Company', 'Insurance', 'Boston', 'US'],
    ['Brindlemark Pharmaceuticals, Inc.', 'Pharmaceuticals', 'Newark', 'US'],
    ['Spindriftway Hotels LLC', 'Hospitality', 'Miami', 'US'],
    ['Dunmarrow Steel Corporation', 'Steel', 'Pittsburgh', 'US'],
    ['Eldermoor Health, Inc.', 'Healthcare', 'Baltimore', 'US'],
    ['Fennimark Foods, Inc.', 'Food', 'Philadelphia', 'US'],
    ['Gantrybrook Logistics LLC', 'Logistics', 'Charlotte', 'US'],
    ['Hollowpine Furniture Company', 'Manufacturing', 'Raleigh', 'US'],
    ['IVORYWICK SECURITIES LLC', 'Finance', 'New York', 'US'],
    ['Juniperlock Chemical Corporation', 'Chemicals', 'Wilmington', 'US'],
    ['Kettlewharf Breweries, Inc.', 'Food', 'Buffalo', 'US'],
    ['Larkspindle Paper Company', 'Paper', 'Richmond', 'US'],
    ['Marlinquay Airlines, Inc.', 'Transport', 'Atlanta', 'US'],
    ['Oakhelm Motors LLC', 'Automotive', 'Detroit', 'US'],
    ['Quarrelstone Mining Corporation', 'Mining', 'Columbus', 'US'],
  ],
  [
    'us_central',
    ['Ashgrain Foods Company', 'Food', 'Omaha', 'US'],
    ['Bisonbridge Railway Company', 'Transport', 'Kansas City', 'US'],
    ['Cornhollow Farms, Inc.', 'Agriculture', 'Des Moines', 'US'],
    ['Dustmere Petroleum Corporation', 'Energy', 'Houston', 'US'],
    ['Elkfork Machine Works, Inc.', 'Manufacturing', 'Milwaukee', 'US'],
    ['Flintwhistle Aerospace Corporation', 'Aerospace', 'Wichita', 'US'],
    ['Grainmarch Insurance Company', 'Insurance', 'Chicago', 'US'],
    ['Hawkmeadow Hospitals, Inc.', 'Healthcare', 'Nashville', 'US'],
    ['Ironwillow Steel LLC', 'Steel', 'St Louis', 'US'],
    ['JAYWHISTLE MUTUAL INSURANCE', 'Insurance', 'Minneapolis', 'US'],
    ['Kernelfield Retail Stores, Inc.', 'Retail', 'Dallas', 'US'],
    ['Loamcrest Beverage Company', 'Food', 'Austin', 'US'],
    ['Mosswater Chemical Company', 'Chemicals', 'New Orleans', 'US'],
    ['Prairiewick Manufacturing Company', 'Manufacturing', 'Madison', 'US'],
    ['Stubbleford Supermarkets, Inc.', 'Retail', 'Tulsa', 'US'],
  ],
  [
    'us_west',
    ['Cliffanchor Semiconductor, Inc.', 'Electronics', 'San Jose', 'US'],
    ['Duskwater Bank, N.A.', 'Banking', 'San Francisco', 'US'],
    ['Seastrand Studios, Inc.', 'Media', 'Los Angeles', 'US'],
    ['Redwhistle Stores, Inc.', 'Retail', 'Seattle', 'US'],
  ],
  [
    'britain',
    ['Thistlewharf Bank plc', 'Banking', 'London', 'GB'],
    ['Marlowhurst Foods plc', 'Food', 'Leeds', 'GB'],
  ],
  [
    'france',
    ['VALMONTELLE AEROSPACE SAS', 'Aerospace', 'Toulouse', 'FR'],
    ['Brumeclair Cosmetics SAS', 'Cosmetics', 'Lyon', 'FR'],
    ['Pierrelune Assurance SA', 'Insurance', 'Paris', 'FR'],
    ['Chantevigne Banque S.A.', 'Banking', 'Bordeaux', 'FR'],
  ],
  [
    'netherlands',
    ['Wilgenkade Semiconductor B.V.', 'Electronics', 'Eindhoven', 'NL'],
    ['Zilverpolder Bank N.V.', 'Banking', 'Utrecht', 'NL'],
  ],
  [
    'switzerland',
    ['Arvenstein Reinsurance AG', 'Insurance', 'Zurich', 'CH'],
    ['Gletschtal Pharma AG', 'Pharmaceuticals', 'Basel', 'CH'],
  ],
  [
    'nordics',
    ['Granfjall Steel AB', 'Steel', 'Gothenburg', 'SE'],
    ['Tindvik Paper AB', 'Paper', 'Stockholm', 'SE'],
    ['SKARVHOLM SHIPPING A/S', 'Shipping', 'Copenhagen', 'DK'],
    ['Polarvik Petroleum ASA', 'Energy', 'Stavanger', 'NO'],
  ],
  ['japan', ['Kazemori Motors K.K.', 'Automotive', 'Nagoya', 'JP']],
];

/** Not in the address tables: those contain other private numbers seen on the internet. */
const firstAsn = 64_900;
/** Companies with networks are large. */
const sizes = ['1001-5000', '501-1000', '5001-10000', '201-500', '10001+'] as const;

export const businesses: readonly Business[] = rows
  .flatMap(([region, ...own]) => own.map((row) => ({ region, row })))
  .map(({ region, row: [owner, industry, city, country] }, place) => {
    const number = place + 1;
    return {
      owner,
      name: owner,
      domain: `${owner.split(/[ ,]+/, 2).join('-')}.example`.toLowerCase(),
      employees: sizes[place % sizes.length] ?? '',
      industry,
      region,
      city,
      country,
      asn: firstAsn + number,
      network: `198.18.${number}`,
      givesAddresses: place % 5 === 0,
      site: place % 3 === 0 ? `2001:db8:${number.toString(16)}` : '',
    };
  });
