import type { Messages } from '../en.ts';

export const ready = {
  title: 'Schnellfilter',
  questions: {
    changedSinceYesterday: () => 'Seit gestern geändert',
    openedThisWeek: () => 'In dieser Woche entstanden',
    firstHereThisWeek: () => 'In dieser Woche zum ersten Mal hier',
    hereThisWeek: () => 'In dieser Woche hier',
    awayForMonth: () => 'Seit einem Monat nicht hier',
    sawTwiceNotConverted: (page) => `${page} zweimal gesehen, nicht konvertiert`,
    sawThisWeekNoLead: (page) => `${page} in dieser Woche gesehen, noch kein Lead`,
    byAssistantThisMonth: () => 'Über einen KI-Assistenten, neu im Monat',
    suspected: () => 'Verdächtig, ein Programm zu sein',
    thisWeek: () => 'In dieser Woche',
    withValue: () => 'Mit Wert',
  },
} satisfies Messages['ready'];
