export const audit = {
  title: 'Audit log',
  filters: 'Which changes are shown',
  empty: 'No change in this period',
  emptyText:
    'Every change by a key, a member or the command line stands here. Choose a longer period.',
  who: 'Who',
  anybody: 'Anybody',
  actors: { key: 'A key', member: 'A member', command: 'The command line' },
  action: 'Action',
  actionHint: 'Action, as updateLead',
  resource: 'What',
  resourceHint: 'What, as leads or keys',
  fields: 'Changed',
  ip: 'IP address',
  userAgent: 'Program',
  when: 'When',
};
