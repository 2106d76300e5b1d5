import type { Messages } from '../en.ts';

export const views = {
  title: 'Ansichten',
  own: 'Meine',
  ofOthers: 'Von anderen',
  none: 'Für diese Seite ist noch keine Ansicht gespeichert. Eine Ansicht merkt sich Filter, Reihenfolge, Spalten und Zeitraum, die Sie gerade sehen.',
  saveAs: 'Als Ansicht speichern …',
  saveOver: (name: string) => `„${name}“ überschreiben`,
  saveToShare: 'Speichern Sie, was Sie sehen, als Ansicht, um es per Link zu teilen.',
  shareByLink: (name: string) => `„${name}“ per Link teilen …`,
  editOne: (name: string) => `„${name}“ umbenennen, teilen oder löschen`,
  newTitle: 'Als Ansicht speichern',
  editTitle: 'Die Ansicht',
  name: 'Name',
  share: 'Alle im Arbeitsbereich sehen sie',
  shared: 'geteilt',
  by: (name: string) => `von ${name}`,
  saved: (name: string) => `Die Ansicht „${name}“ ist gespeichert.`,
  deleted: (name: string) => `Die Ansicht „${name}“ ist gelöscht.`,
} satisfies Messages['views'];
