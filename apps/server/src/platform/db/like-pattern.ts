/** A pattern where * is any text, as one of LIKE. */
export function likePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\*+/g, '%');
}
