const knownChannels = [
  'direct',
  'search',
  'social',
  'email',
  'ai_assistant',
  'paid',
  'campaign',
  'referral',
] as const;

/** The contract tells it as text. */
export function channelOf(channel: string): (typeof knownChannels)[number] {
  return knownChannels.find((name) => name === channel) ?? 'direct';
}
