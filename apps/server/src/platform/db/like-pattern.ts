/** Converts a pattern with * wildcards to LIKE. */
export function likePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\*+/g, '%');
}
