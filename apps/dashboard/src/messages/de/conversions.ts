import type { Messages } from '../en.ts';

export const conversions = {
  title: 'Conversions',
} satisfies Messages['conversions'];
