// Made from docs/openapi.json by npm run generate; not written by hand.

/** Lists that take no cursor. */
export const listsByOffset: ReadonlySet<string> = new Set([]);
