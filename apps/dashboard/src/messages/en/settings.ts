import { counted } from '../count.ts';

const count = counted('en');

export const settings = {
  title: 'Settings',
  snippet: 'Your website',
  arrived: 'It works: messages arrive.',
  waiting:
    'Waiting for the first message. Paste the line into a page, before </head>, then open that page.',
  noKey: 'There is no key of this kind. An admin can create one on the page of keys.',
  otherFrameworks: 'Keys, and how to install it elsewhere',
  refused: (n: number) =>
    `${count(n, { one: 'message was', other: 'messages were' })} refused in 24 hours`,
  workspace: 'Workspace',
  name: 'Name',
  timeZone: 'Time zone',
  timeZoneText: 'Whose days figures are kept by. After a change all figures are made anew.',
  secondFactor: 'Members need a second factor',
  secondFactorText: 'Whoever has none can do nothing but set one up.',
  viewersMayExport: 'Viewers may export',
  viewersMayExportText: 'Without it only members and admins export lists as files.',
  leads: 'Leads and people',
  leadRule: 'What opens a lead',
  leadRuleText: 'It holds from now on; leads that there are stay.',
  leadRules: {
    conversion: 'A conversion',
    identify: 'When somebody first says who they are',
    both: 'Either of them',
    none: 'Nothing: leads are created by hand or by the API',
  },
  keyPages: 'Key pages',
  keyPagesText: 'Pages that tell of interest, and how much a look at one adds to the score.',
  keyPage: 'Path; * stands for any text',
  points: 'Points, 1 to 100',
  addKeyPage: 'Add a page',
  trust: 'Who may say who visitors are',
  trustModes: {
    balanced: 'Balanced: everybody, each by their right',
    verified: 'Verified: only what is proved',
    open: 'Open: everybody is believed',
  },
  trustText: {
    balanced:
      'What a browser says alone may add, but never replaces or joins what was known by a stronger right.',
    verified: 'Only what your backend signs, or sends with a secret key, names people.',
    open: 'As other services do it. Whoever holds the public key can change who people are.',
  },
  privacy: 'Privacy',
  addresses: 'IP addresses',
  addressesText: 'What is stored of them from now on. Places and companies are looked up before.',
  ipAnonymisations: {
    none: 'Stored whole',
    truncate: 'Shortened to the network',
    drop: 'Not stored',
  },
  signals: 'Global Privacy Control and Do Not Track',
  signalsText: 'Whether such a signal of the browser is a refusal.',
  privacySignals: { ignore: 'Not looked at', refuse: 'Count as a refusal' },
  cookieless: 'Visitors without storage',
  cookielessText:
    'Whether visitors are told apart by address and browser, for a day, on pages with the cookieless script and where the browser stores nothing.',
  cookielessModes: { refuse: 'Refused', allow: 'Counted, for a day' },
  urlParameters: 'Query parameters that are kept',
  urlParametersText:
    'Of addresses only campaign tags and the like are stored; others may carry secrets. Names here, with commas between, are kept too.',
  sources: 'Where visitors come from',
  ownDomains: 'Your own domains',
  ownDomainsText:
    'Beside that of the page, with all their hosts and commas between. Who comes from there was not sent by another site.',
  ignoredDomains: 'Domains that people only pass',
  ignoredDomainsText:
    'Where they pay or sign in, beside the usual providers, which are known. Who comes back from there was not sent from there.',
  limits: 'Limits of a day',
  limitsText:
    'What is beyond is refused and told on the page of refused messages. Days are in UTC.',
  people: 'New people',
  newLeads: 'New leads',
  rows: 'Messages (set by the operator)',
  bytes: 'Data (set by the operator)',
  features: 'Features (set by the operator)',
  featureNames: {
    api: 'REST API',
    mcp: 'AI agents (MCP)',
    companies: 'Companies',
    campaigns: 'Campaigns',
    conversions: 'Conversions',
    lists: 'Lists',
    personalities: 'Intent scores',
  },
  retention: 'Retention',
  retentionText:
    'How long what is kept, in days. Empty: without end. People, leads, visits, figures and scores stay when their events go. What went does not come back.',
  keptSince: (day: string) => `Events are kept since ${day}; messages from before are ignored.`,
  keptAll: 'All events are kept.',
  retentionKinds: {
    events: 'Events',
    refused_messages: 'Refused messages',
    consents: 'Evidence of consent',
    audit_log: 'Audit log',
  },
  forever: 'without end',
  shortest: (days: string) => `Shortest: ${days}`,
  nothingGoes: 'Nothing goes.',
  goes: (rows: string, day: string) => `${rows} from before ${day} go.`,
  moreThan: (rows: string) => `More than ${rows}`,
  removing: (rows: string) => `Being removed just now: ${rows} so far.`,
  shorten: 'Keep for a shorter time',
  shortenText: (kinds: string) =>
    `${kinds}: what is older is removed within the next minutes, and nothing brings it back.`,
  danger: 'Danger zone',
  dangerText:
    'Its keys stop working and its members lose access at once; all that is stored of it is deleted. This cannot be undone.',
  deleteWorkspace: 'Delete this workspace',
  deleting: (name: string) => `${name} is being deleted.`,
};
