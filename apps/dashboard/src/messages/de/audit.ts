import type { Messages } from '../en.ts';

export const audit = {
  title: 'Protokoll',
} satisfies Messages['audit'];
