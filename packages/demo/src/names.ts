/** Names of made-up people and companies. */
import type { RegionName } from './networks.ts';

type Names = readonly [first: readonly string[], last: readonly string[]];

const list = (text: string): readonly string[] => text.split(' ');

const english: Names = [
  list(
    'Olivia Noah Emma Liam Ava Mason Grace Ethan Chloe Lucas Mia Henry Zoe Jack Ruby Owen Nora Caleb Hannah Wyatt Leah Isaac Stella Nathan Paige Dylan Morgan Avery',
  ),
  list(
    'Carter Bennett Hughes Foster Parker Reed Sullivan Hayes Brooks Coleman Jensen Whitman Porter Ellis Marsh Doyle Pratt Barker Lowell Hobbs Vance Tate Merritt Ashby',
  ),
];
const german: Names = [
  list(
    'Anna Lukas Marie Jonas Lena Felix Sophie Paul Katharina Tobias Julia Sebastian Greta Matthias Clara Florian Ida Hannes Miriam Stefan',
  ),
  list(
    'Vogel Brandt Seidel Krause Lorenz Winkler Hartmann Albrecht Pohl Busch Sommer Franke Haas Ziegler Kuhn Engel Horn Arnold Thiel Reinhardt',
  ),
];
const french: Names = [
  list(
    'Camille Louis Manon Hugo Juliette Arthur Alice Gabriel Elise Antoine Margaux Theo Claire Mathis',
  ),
  list(
    'Fontaine Chevalier Renard Marchand Lefort Girard Perrin Colin Barbier Roussel Aubert Vidal',
  ),
];
const dutch: Names = [
  list('Sanne Daan Lotte Bram Fleur Sem Anouk Thijs Maud Ruben Femke Jasper'),
  list('Visser Dekker Brouwer Kuiper Veenstra Postma Hoekstra Mulder Schouten Boer'),
];
const nordic: Names = [
  list('Astrid Erik Freja Lars Ingrid Nils Signe Anders Linnea Oskar Maja Henrik'),
  list('Lindqvist Bergstrom Holm Dahl Sandberg Nyberg Kristensen Solberg Ekman Lund'),
];
const japanese: Names = [
  list('Yuki Haruto Sakura Ren Aoi Sota Hina Kaito Mei Riku'),
  list('Sato Tanaka Watanabe Yamamoto Kobayashi Kato Yoshida Mori Abe Ikeda'),
];

export const namesOf: Record<RegionName, Names> = {
  germany: german,
  switzerland: german,
  us_east: english,
  us_central: english,
  us_west: english,
  britain: english,
  france: french,
  netherlands: dutch,
  nordics: nordic,
  japan: japanese,
};

/** Presumably unused words: a plain one would soon form a real name. */
const companyFirst = list(
  'Quillhaven Brackenmoor Ostervane Tarnwicket Lanternquay Copperloom Fernhollow Granitefinch Cobaltmere Meadowspire Pinecastor Wickerlume Willowmast Cedarquill Falconbrook Anchorleaf Plumridgeway Maplesound Orchardine Beaconfell Quarryvane Emberlyck Deltamoor Fjordwyn Glacierbell Indigomarsh Kestrelwick Lumenthorpe Nimbusgate Ospreyholt Pioneerby Ravenmarle',
);
const companySecond = list(
  'Logistics Robotics Foods Energy Textiles Labs Analytics Freight Health Mobility Works Systems Retail Optics Marine Builders',
);
const industries = list(
  'Logistics Manufacturing Food Energy Textiles Biotechnology Software Transport Healthcare Automotive Construction Technology Retail Electronics Shipping Construction',
);
const sizes = ['2-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000'] as const;

/** A made-up company with a .example domain, which nobody can register (RFC 2606). */
export interface MadeUpCompany {
  name: string;
  domain: string;
  employees: string;
  industry: string;
}

export const madeUpCompanies: readonly MadeUpCompany[] = companyFirst.flatMap((first, row) =>
  companySecond.map((second, column) => ({
    name: `${first} ${second}`,
    domain: `${first}-${second}.example`.toLowerCase(),
    employees: sizes[(row * 5 + column * 3) % sizes.length] ?? '',
    industry: industries[column] ?? '',
  })),
);

/** Mail domains without an employer. */
export const freeMailDomains: Record<RegionName, readonly string[]> = {
  germany: ['gmail.com', 'gmx.de', 'web.de', 'outlook.com'],
  switzerland: ['gmail.com', 'bluewin.ch', 'outlook.com'],
  us_east: ['gmail.com', 'yahoo.com', 'outlook.com', 'icloud.com'],
  us_central: ['gmail.com', 'yahoo.com', 'hotmail.com', 'icloud.com'],
  us_west: ['gmail.com', 'icloud.com', 'yahoo.com'],
  britain: ['gmail.com', 'hotmail.co.uk', 'outlook.com'],
  france: ['gmail.com', 'orange.fr', 'hotmail.fr'],
  netherlands: ['gmail.com', 'ziggo.nl', 'outlook.com'],
  nordics: ['gmail.com', 'hotmail.com', 'outlook.com'],
  japan: ['gmail.com', 'yahoo.co.jp', 'icloud.com'],
};
