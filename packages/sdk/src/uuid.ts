/** Drops the first digit, which was added to keep leading zeros. */
const hex = (number: number): string => number.toString(16).slice(1);

/** UUIDv7: starts with its time, so that rows are stored in order of time. */
export const uuid = (
  now: number = Date.now(),
  random: string = crypto
    .getRandomValues(new Uint32Array(3))
    .reduce((digits, word) => digits + hex((word % 2 ** 24) + 2 ** 24), ''),
): string => (hex(now + 2 ** 48) + random).replace(/(.{8})(.{4})(.{3})(.{3})/, '$1-$2-7$3-8$4-');

/** Anybody on the site can write storage and cookies. */
export const isId = (text: string | undefined): text is string =>
  /^[\da-f-]{36}$/.test(text as string);
