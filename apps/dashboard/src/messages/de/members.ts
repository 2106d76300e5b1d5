import type { Messages } from '../en.ts';

export const members = {
  title: 'Mitglieder',
} satisfies Messages['members'];
