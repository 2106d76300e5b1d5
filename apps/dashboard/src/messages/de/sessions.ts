import type { Messages } from '../en.ts';

export const sessions = {
  title: 'Besuch',
} satisfies Messages['sessions'];
