import type { Messages } from '../en.ts';

export const companies = {
  title: 'Firmen',
} satisfies Messages['companies'];
