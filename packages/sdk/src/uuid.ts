/** UUIDv7: starts with its time, so that rows made from it lie in order of time. */
export function uuid(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  const digits = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[(random[2] ?? 0) >> 6];
  return (now.toString(16).padStart(12, '0') + digits).replace(
    /(.{8})(.{4}).(.{3}).(.{3})(.*)/,
    `$1-$2-7$3-${variant}$4-$5`,
  );
}
