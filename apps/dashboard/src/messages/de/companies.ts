import type { Messages } from '../en.ts';

export const companies = {
  title: 'Unternehmen',
} satisfies Messages['companies'];
