/** How visits come, in the words of docs/guides/sources.md. */
export const channels = [
  'direct',
  'search',
  'social',
  'email',
  'ai_assistant',
  'paid',
  'campaign',
  'referral',
] as const;
export type Channel = (typeof channels)[number];
