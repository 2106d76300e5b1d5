import { counted } from '../count.ts';
import type { Messages } from '../en.ts';

const count = counted('de');

export const live = {
  title: 'Live',
  states: {
    following: 'Wird live aktualisiert',
    waiting: 'Verbindung wird aufgebaut …',
    paused: 'Angehalten, solange dieser Tab verborgen ist',
  },
  fiveMinutes: 'Besucher, letzte 5 Minuten',
  thirtyMinutes: 'Besucher, letzte 30 Minuten',
  pulse: 'Die letzten 30 Minuten',
  pageViews: 'Seitenaufrufe',
  visitors: 'Besucher',
  map: 'Standorte',
  here: 'Aktive Besucher',
  shown: (some: string, all: string) => `die neuesten ${some} von ${all}`,
  somewhere: 'Ort unbekannt',
  pages: (n: number) => count(n, { one: 'Seite', other: 'Seiten' }),
  empty: 'Keine aktiven Besucher',
  emptyText:
    'Besucher erscheinen hier innerhalb einer Sekunde, nachdem sie eine Seite geöffnet haben.',
} satisfies Messages['live'];
