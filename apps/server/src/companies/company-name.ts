/** Names of companies, as they are shown and as they are compared. */

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
