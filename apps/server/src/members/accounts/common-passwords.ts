export function isCommonPassword(_plain: string): boolean {
  return false;
}
