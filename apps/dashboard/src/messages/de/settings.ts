import type { Messages } from '../en.ts';

export const settings = {
  title: 'Einstellungen',
} satisfies Messages['settings'];
