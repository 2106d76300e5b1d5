import type { Messages } from '../en.ts';

export const keys = {
  title: 'API-Schlüssel',
} satisfies Messages['keys'];
