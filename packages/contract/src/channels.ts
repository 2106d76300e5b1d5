/** Channels of visits; docs/guides/sources.md describes them. */
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

/** Channel groups of Google Analytics 4, plus AI Assistant. */
export const channelGroups = [
  'Direct',
  'Cross-network',
  'Paid Shopping',
  'Paid Search',
  'Paid Social',
  'Paid Video',
  'Display',
  'Paid Other',
  'AI Assistant',
  'Organic Shopping',
  'Organic Social',
  'Organic Video',
  'Organic Search',
  'Referral',
  'Email',
  'Affiliates',
  'Audio',
  'SMS',
  'Mobile Push Notifications',
  'Unassigned',
] as const;
export type ChannelGroup = (typeof channelGroups)[number];
