import type { Messages } from '../en.ts';

export const views = {
  title: 'Ansichten',
  own: 'Meine Ansichten',
  ofOthers: 'Geteilte Ansichten',
  none: 'Noch keine Ansichten. Eine Ansicht speichert Filter, Reihenfolge, Spalten und Zeitraum.',
  saveAs: 'Als Ansicht speichern …',
  saveOver: (name: string) => `„${name}“ aktualisieren`,
  saveToShare: 'Speichern Sie eine Ansicht, um sie per Link zu teilen.',
  shareByLink: (name: string) => `„${name}“ per Link teilen …`,
  editOne: (name: string) => `„${name}“ umbenennen, teilen oder löschen`,
  newTitle: 'Ansicht speichern',
  editTitle: 'Ansicht bearbeiten',
  name: 'Name',
  share: 'Für alle im Arbeitsbereich sichtbar',
  shared: 'geteilt',
  by: (name: string) => `von ${name}`,
  saved: (name: string) => `Ansicht „${name}“ gespeichert.`,
  deleted: (name: string) => `Ansicht „${name}“ gelöscht.`,
} satisfies Messages['views'];
