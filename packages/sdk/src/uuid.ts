/** UUIDv7: starts with its time, so that rows made from it lie in order of time. */
export const uuid = (now: number = Date.now()): string =>
  crypto
    .getRandomValues(new Uint8Array(18))
    .reduce(
      (digits, byte) => digits + (byte % 16).toString(16),
      (now + 2 ** 48).toString(16).slice(1),
    )
    .replace(/(.{8})(.{4})(.{3})(.{3})/, '$1-$2-7$3-8$4-');

/** Storage and cookies can be written by anybody on the site. */
export const isId = (text: string | undefined): text is string =>
  /^[\da-f-]{36}$/.test(text as string);
