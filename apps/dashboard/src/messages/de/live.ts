import type { Messages } from '../en.ts';

export const live = {
  title: 'Live',
} satisfies Messages['live'];
