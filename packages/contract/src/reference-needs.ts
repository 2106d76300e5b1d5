/** Scopes and features needed to include a related record with `expand`. */
export const referenceNeeds = {
  identity: { scopes: ['visitors:read'], features: [] },
  company: { scopes: ['companies:read'], features: ['companies'] },
} as const;

export type Reference = keyof typeof referenceNeeds;
