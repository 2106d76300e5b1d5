import type { Messages } from '../en.ts';

export const ready = {
  title: 'Schnellfilter',
  questions: {
    changedSinceYesterday: () => 'Seit gestern geändert',
    openedThisWeek: () => 'Diese Woche angelegt',
    firstHereThisWeek: () => 'Erster Besuch diese Woche',
    hereThisWeek: () => 'Diese Woche aktiv',
    awayForMonth: () => 'Seit einem Monat inaktiv',
    sawTwiceNotConverted: (page) => `${page} zweimal angesehen, keine Conversion`,
    sawThisWeekNoLead: (page) => `${page} diese Woche angesehen, noch kein Lead`,
    byAssistantThisMonth: () => 'Diesen Monat von KI-Assistenten',
    suspected: () => 'Mutmaßliche Bots',
    thisWeek: () => 'Diese Woche',
    withValue: () => 'Mit Wert',
  },
} satisfies Messages['ready'];
