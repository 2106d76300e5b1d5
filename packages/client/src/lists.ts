// Made from docs/openapi.json by npm run generate; not written by hand.

/** Lists that take no cursor. */
export const listsByOffset: ReadonlySet<string> = new Set([
  '/identities/{id}/activity',
  '/visitors/{id}/activity',
  '/visitors/{id}/consents',
  '/companies/{id}/activity',
]);
