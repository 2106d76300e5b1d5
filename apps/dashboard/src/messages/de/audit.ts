import type { Messages } from '../en.ts';

export const audit = {
  title: 'Audit-Log',
  filters: 'Welche Änderungen gezeigt werden',
  empty: 'Keine Änderung in diesem Zeitraum',
  emptyText:
    'Jede Änderung durch einen Schlüssel, ein Mitglied oder die Befehlszeile steht hier. Wählen Sie einen längeren Zeitraum.',
  who: 'Wer',
  anybody: 'Alle',
  actors: { key: 'Ein Schlüssel', member: 'Ein Mitglied', command: 'Die Befehlszeile' },
  action: 'Aktion',
  actionHint: 'Aktion, etwa updateLead',
  resource: 'Was',
  resourceHint: 'Was, etwa leads oder keys',
  fields: 'Geändert',
  ip: 'IP-Adresse',
  userAgent: 'Programm',
  when: 'Wann',
} satisfies Messages['audit'];
