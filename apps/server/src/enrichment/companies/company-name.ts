/** Company names for display and comparison. */
import { domainToUnicode } from 'node:url';

/** In characters: fits an index entry in any script. */
export const longestName = 200;

/**
 * A network owner's registered name without machine identifiers: `SAP_PCI_PEERING SAP SE` becomes `SAP SE`.
 * Keeps the case, since capitals may be right: `SIEMENS AG` is shouted, `BMW AG` is not.
 */
export function tidyOwnerName(owner: string): string {
  const spaced = owner.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const bare = spaced.replace(/^[A-Z\d-]*_[A-Z\d_-]* (?=\S)|^[A-Z\d-]+ - (?=\S)/, '');
  return bare
    .replaceAll(/^[\s,;-]+|[\s,;-]+$/g, '')
    .slice(0, longestName)
    .trim();
}

/** Initials are mostly short, or unpronounceable. */
const initials = /^[b-df-hj-np-tv-xz]{2,5}$/;
const longestInitials = 3;

/**
 * Name of a company from its registrable domain: `siemens-energy.com` gives Siemens Energy, `trumpf.co.uk`
 * Trumpf, `sap.com` SAP and `kpmg.com` KPMG. Never empty.
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
 * A key that ignores case, accents, punctuation and spaces: `Siemens A.G.` and `SIEMENS AG` both give
 * `siemens ag`. The legal form counts: Delta GmbH is not Delta Inc.
 */
export function nameKey(name: string): string {
  return (
    name
      .normalize('NFKD')
      .replaceAll(/[\p{M}.'’]+/gu, '')
      // Upper case first: it turns ß into SS.
      .toUpperCase()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .slice(0, longestName)
  );
}
