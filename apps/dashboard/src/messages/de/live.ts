import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const live = {
  title: 'Live',
  states: {
    following: 'Während es geschieht',
    waiting: 'Verbindung wird aufgebaut …',
    paused: 'Angehalten, solange Sie anderswo sind',
  },
  fiveMinutes: 'Besucher, letzte 5 Minuten',
  thirtyMinutes: 'Besucher, letzte 30 Minuten',
  pulse: 'Die letzten 30 Minuten',
  pageViews: 'Seitenaufrufe',
  visitors: 'Besucher',
  map: 'Wo sie sind',
  here: 'Wer hier ist',
  shown: (some: string, all: string) => `die neuesten ${some} von ${all}`,
  somewhere: 'Ort unbekannt',
  pages: (n: number) => count(n, { one: 'Seite', other: 'Seiten' }),
  empty: 'Gerade ist niemand hier',
  emptyText: 'Wer eine Seite der Website öffnet, erscheint hier binnen einer Sekunde.',
} satisfies Messages['live'];
