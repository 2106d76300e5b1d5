import type { Messages } from '../en.ts';

export const lists = {
  title: 'Listen',
} satisfies Messages['lists'];
