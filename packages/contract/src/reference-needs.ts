/** What it takes to be told of a record beside the one that names it. */
export const referenceNeeds = {
  identity: { scopes: ['visitors:read'], features: [] },
  company: { scopes: ['companies:read'], features: ['companies'] },
} as const;

export type Reference = keyof typeof referenceNeeds;
