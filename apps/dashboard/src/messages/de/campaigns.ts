import type { Messages } from '../en.ts';

export const campaigns = {
  title: 'Kampagnen',
} satisfies Messages['campaigns'];
