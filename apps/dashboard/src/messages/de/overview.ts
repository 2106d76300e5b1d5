import type { Messages } from '../en.ts';

export const overview = {
  title: 'Überblick',
} satisfies Messages['overview'];
