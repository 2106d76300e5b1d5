/** The headers of pages, styles and scripts for browsers, which allow nothing else. */

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** No inline script or style, no other origin, no frame around it. */
export const secureHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Asked for again each time, and answered by 304: an update is seen at once. */
export const pageHeaders = { ...secureHeaders, 'cache-control': 'no-cache' };
