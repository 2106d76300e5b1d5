/** Restrictive headers of pages, styles and scripts. */

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** No inline script or style, no other origin, no framing. */
export const secureHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Revalidated each time, with 304: updates show at once. */
export const pageHeaders = { ...secureHeaders, 'cache-control': 'no-cache' };
