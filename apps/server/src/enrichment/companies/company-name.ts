/** Names of companies, as they are shown and as they are compared. */
import { domainToUnicode } from 'node:url';

/** In characters: what an index entry may hold with any letters. */
export const longestName = 200;

/**
 * The owner of a network as the registries write it, without what is there for machines:
 * `SAP_PCI_PEERING SAP SE` is `SAP SE`. Its letters stay as they are, since only some names in
 * capitals are shouted: `SIEMENS AG` is, `BMW AG` is not.
 */
export function tidyOwnerName(owner: string): string {
  const spaced = owner.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const bare = spaced.replace(/^[A-Z\d-]*_[A-Z\d_-]* (?=\S)|^[A-Z\d-]+ - (?=\S)/, '');
  return bare
    .replaceAll(/^[\s,;-]+|[\s,;-]+$/g, '')
    .slice(0, longestName)
    .trim();
}

/** Initials are mostly short, or cannot be spoken. */
const initials = /^[b-df-hj-np-tv-xz]{2,5}$/;
const longestInitials = 3;

/**
 * What to call a company of which only the registrable domain is known: `siemens-energy.com` is Siemens
 * Energy, `trumpf.co.uk` Trumpf, `sap.com` SAP and `kpmg.com` KPMG. Never empty.
 */
export function nameOfDomain(domain: string): string {
  const [label = ''] = domainToUnicode(domain).split('.', 1);
  const isShort = label.length <= longestInitials;
  const words = label.split(/[-_]+/).filter(Boolean);
  const name = words
    .map((word) => {
      if (isShort || initials.test(word)) return word.toUpperCase();
      const [first = ''] = word;
      return first.toUpperCase() + word.slice(first.length);
    })
    .join(' ');
  return name || domain;
}

/**
 * The same for names that differ in case, accents, punctuation and spaces only: `Siemens A.G.` and
 * `SIEMENS AG` are both `siemens ag`. The legal form counts: Delta GmbH is not Delta Inc.
 */
export function nameKey(name: string): string {
  return (
    name
      .normalize('NFKD')
      .replaceAll(/[\p{M}.'’]+/gu, '')
      // Capitals first: ß has one of its own, which is SS.
      .toUpperCase()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .slice(0, longestName)
  );
}
