import type { Messages } from '../en.ts';

export const views = {
  title: 'Ansichten',
  none: 'Noch keine Ansicht gespeichert.',
  save: 'Diese Ansicht speichern …',
  name: 'Name der Ansicht',
  share: 'Alle im Arbeitsbereich sehen sie',
  shared: 'geteilt',
  saved: 'Die Ansicht ist gespeichert.',
  deleted: (name: string) => `Die Ansicht ${name} ist gelöscht.`,
  delete: (name: string) => `Die Ansicht ${name} löschen`,
} satisfies Messages['views'];
