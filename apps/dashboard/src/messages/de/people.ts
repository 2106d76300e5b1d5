import type { Messages } from '../en.ts';

export const people = {
  title: 'Personen',
} satisfies Messages['people'];
