import type { Messages } from '../en.ts';

export const refused = {
  title: 'Abgelehnte Nachrichten',
} satisfies Messages['refused'];
