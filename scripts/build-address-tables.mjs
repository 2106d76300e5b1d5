// Makes the table of addresses, apps/server/dist/address-tables/addresses.bin, from DB-IP's city table and the table of
// autonomous systems in the given folder; takes some seconds. The service reads it with
// apps/server/src/enrichment/addresses/table-file.ts; docs/decisions/0040-address-tables.md has the format. Changed
// content needs a new `format` in address-table.mjs.
import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mergeRanges, Ranges, rangesInABlock, reservedRanges } from './address-ranges.mjs';
import { addressTable, cityPackage, magic, networkPackage, wantedData } from './address-table.mjs';
import { walkCities } from './read-city-table.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, addressTable);
const [, , dataFolder = ''] = process.argv;

/** Bits of a key. IPv6 by its first 48, the size of a site, and what anonymizing keeps. */
const families = { 4: 32, 6: 48 };

/** Names that differ between ICU versions, or are unusually long. */
const countryNames = {
  CD: 'DR Congo',
  CG: 'Republic of the Congo',
  CI: 'Ivory Coast',
  CZ: 'Czechia',
  HK: 'Hong Kong',
  MK: 'North Macedonia',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
  SZ: 'Eswatini',
  TR: 'Türkiye',
  XK: 'Kosovo',
};

function buildAddressTables() {
  const places = new Texts();
  const networks = new Networks();
  const sections = [];
  const resident = [];
  for (const [family, keyBits] of Object.entries(families)) {
    const city = readCities(family, keyBits, places);
    const network = readNetworks(family, keyBits, networks);
    const blank = reservedRanges(family, keyBits);
    const { rows, index } = mergeRanges(keyBits, city, network, blank, (place, owner, count) =>
      networks.count(owner, family, places.countries[place], count),
    );
    sections.push([`ranges${family}`, rows]);
    resident.push([`index${family}`, index]);
  }
  resident.push(...places.sections('place'), ...networks.sections());
  write(resident, sections, places.countryCodes);
}

/** Places: a city's name and its country's number. Number 0 of both is "unknown". */
class Texts {
  names = [''];
  countries = [0];
  countryCodes = [''];
  #numbers = new Map();

  numberOf(code, name) {
    const id = `${code}|${name}`;
    let number = this.#numbers.get(id);
    if (number === undefined) {
      let country = this.countryCodes.indexOf(code);
      if (country < 0) country = this.countryCodes.push(code) - 1;
      number = this.names.push(name) - 1;
      this.countries.push(country);
      this.#numbers.set(id, number);
    }
    return number;
  }

  sections(prefix) {
    return [
      ...textSections(prefix, this.names),
      [`${prefix}Country`, new Uint16Array(this.countries)],
    ];
  }
}

/** Networks: number, owner, announced size, and main country. */
class Networks {
  names = [''];
  asns = [0];
  #numbers = new Map();
  #sizes = { 4: [0], 6: [0] };
  #countries = [0];
  #majorities = [0];

  numberOf(asn, name) {
    let number = this.#numbers.get(asn);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.asns.push(asn);
      this.#sizes[4].push(0);
      this.#sizes[6].push(0);
      this.#countries.push(0);
      this.#majorities.push(0);
      this.#numbers.set(asn, number);
    }
    return number;
  }

  /** The country by weighted majority vote (Boyer and Moore), without a table of networks and countries. */
  count(number, family, country, count) {
    this.#sizes[family][number] += count;
    if (country === this.#countries[number]) this.#majorities[number] += count;
    else if (this.#majorities[number] >= count) this.#majorities[number] -= count;
    else {
      this.#countries[number] = country;
      this.#majorities[number] = count - this.#majorities[number];
    }
  }

  sections() {
    const capped = (sizes) => Uint32Array.from(sizes, (size) => Math.min(size, 0xffffffff));
    return [
      ...textSections('network', this.names),
      ['networkNumber', new Uint32Array(this.asns)],
      ['networkAddresses', capped(this.#sizes[4])],
      ['networkSites', capped(this.#sizes[6])],
      ['networkCountry', new Uint16Array(this.#countries)],
    ];
  }
}

function textSections(prefix, names) {
  const texts = names.map((name) => Buffer.from(name));
  const offsets = new Uint32Array(names.length + 1);
  for (const [at, text] of texts.entries()) offsets[at + 1] = offsets[at] + text.length;
  return [
    [`${prefix}Offset`, offsets],
    [`${prefix}Text`, Buffer.concat(texts)],
  ];
}

function readCities(family, keyBits, places) {
  const table = readFileSync(join(dataFolder, cityPackage, `dbip-city-ipv${family}.mmdb`));
  const ranges = new Ranges(8_000_000);
  const place = ({ country_code: code = '', city = '' }) =>
    places.numberOf(code === 'ZZ' ? '' : code, cityName(city));
  walkCities(table, keyBits, place, (start, value) => ranges.add(start, value));
  return ranges;
}

/** Without districts: "Zurich (Zurich (Kreis 1) / Hochschulen)" becomes Zurich, "Paseos [Fraccionamiento]" Paseos. */
function cityName(name) {
  return name.replace(/\s*[([].*$/, '').trim();
}

/** Lines `16777216,16777471,13335,"Cloudflare, Inc."`, in order and without overlap, 128 bits wide for IPv6. */
function readNetworks(family, keyBits, networks) {
  const text = readFileSync(join(dataFolder, networkPackage, `asn-ipv${family}-num.csv`), 'utf8');
  const ranges = new Ranges(2_000_000);
  const shift = BigInt((family === '4' ? 32 : 128) - keyBits);
  const key = (digits) => (shift === 0n ? Number(digits) : Number(BigInt(digits) >> shift));
  let next = 0;
  for (const line of text.split('\n')) {
    const [, first, last, asn, owner] = /^(\d+),(\d+),(\d+),(.*)$/.exec(line) ?? [];
    if (first === undefined) continue;
    // The first of several networks in a /48 gets it.
    const start = Math.max(key(first), next);
    const end = key(last);
    if (start > end) continue;
    const name = owner.startsWith('"') ? owner.slice(1, -1).replaceAll('""', '"') : owner;
    ranges.add(start, networks.numberOf(Number(asn), name.trim()));
    ranges.add(end + 1, 0);
    next = end + 1;
  }
  return ranges;
}

function countryName(code) {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return code === '' ? '' : (countryNames[code] ?? names.of(code) ?? code);
}

/** The resident part first, with its checksum: the service reads all of it, and ranges only on demand. */
function write(resident, others, countryCodes) {
  const places = {};
  const parts = [];
  let offset = 0;
  const add = ([name, values]) => {
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    const padding = Buffer.alloc((8 - (bytes.length % 8)) % 8);
    places[name] = { offset, length: bytes.length };
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  };
  for (const section of resident) add(section);
  const residentLength = offset;
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  for (const section of others) add(section);
  const header = JSON.stringify({
    madeFrom: wantedData(),
    rangesInABlock,
    resident: { length: residentLength, sha256: hash.digest('hex') },
    length: offset,
    sections: places,
    countryCodes,
    countries: countryCodes.map(countryName),
  });
  const text = Buffer.from(header + ' '.repeat((8 - (Buffer.byteLength(header) % 8)) % 8));
  const start = Buffer.alloc(16);
  magic.copy(start);
  start.writeUInt32LE(text.length, 8);
  replaceTable([start, text, ...parts]);
}

/** Atomic, since a service may be reading it. */
function replaceTable(parts) {
  mkdirSync(dirname(target), { recursive: true });
  // Builds are exclusive, so an existing file was left by a killed one.
  const temporary = `${target}.new`;
  try {
    const file = openSync(temporary, 'w', 0o644);
    try {
      for (const part of parts) {
        for (let done = 0; done < part.length; ) done += writeSync(file, part, done);
      }
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
}

buildAddressTables();
