import type { Messages } from '../en.ts';

export const account = {
  title: 'Dein Konto',
} satisfies Messages['account'];
