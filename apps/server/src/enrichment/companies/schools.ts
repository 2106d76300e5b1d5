const schoolLabels = new Set(['edu', 'ac', 'sch', 'k12']);

/**
 * Whether a registrable domain has a school or university suffix: `.edu`, `.edu.au`, `.ac.uk`, `.sch.uk`,
 * `.k12.ca.us`. `.ac` alone is Ascension Island.
 */
export function isSchool(domain: string): boolean {
  const [, ...suffix] = domain.split('.');
  const top = suffix.at(-1);
  return suffix.some((label) => schoolLabels.has(label) && (label !== top || label === 'edu'));
}
