import type { Messages } from '../en.ts';

export const share = {
  title: 'Geteilte Seite',
} satisfies Messages['share'];
