import type { Messages } from '../en.ts';

export const visitors = {
  title: 'Besucher',
} satisfies Messages['visitors'];
