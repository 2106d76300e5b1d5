import { counted } from '../count.ts';

const count = counted('en');

export const settings = {
  title: 'Settings',
  snippet: 'Your website',
  arrived: 'Connected. Events are arriving.',
  waiting:
    'Waiting for the first event. Paste this line into a page before </head>, then open the page.',
  noKey: 'No key of this kind yet. An admin can create one under API keys.',
  otherFrameworks: 'Keys and other frameworks',
  refused: (n: number) =>
    `${count(n, { one: 'event', other: 'events' })} rejected in the last 24 hours`,
  workspace: 'Workspace',
  name: 'Name',
  timeZone: 'Time zone',
  timeZoneText: 'Reports use days in this time zone. Changing it recalculates all reports.',
  secondFactor: 'Require a second factor',
  secondFactorText: 'Members without one must set it up before they can continue.',
  viewersMayExport: 'Viewers can export',
  viewersMayExportText: 'Otherwise only members and admins can export records.',
  leads: 'Leads and people',
  leadRule: 'Create a lead for',
  leadRuleText: 'The rule applies from now on. Existing leads stay.',
  leadRules: {
    conversion: 'A conversion',
    identify: 'An identified person',
    both: 'Either of these',
    none: 'Nothing (create leads manually or through the API)',
  },
  keyPages: 'Key pages',
  keyPagesText: 'Pages that show buying intent, and the points that a view adds to the score.',
  keyPage: 'Path (* matches any text)',
  points: 'Points, 1 to 100',
  addKeyPage: 'Add page',
  trust: 'Identity verification',
  trustModes: {
    balanced: 'Balanced: accept all claims, prefer verified ones',
    verified: 'Verified: accept only verified claims',
    open: 'Open: accept every claim',
  },
  trustText: {
    balanced:
      'Unverified claims from a browser can add information, but never replace or merge verified information.',
    verified:
      'People are identified only by claims that your backend signs, or sends with a secret key.',
    open: 'This is how most analytics tools work: anyone with the write key can change people’s identities.',
  },
  privacy: 'Privacy',
  addresses: 'IP addresses',
  addressesText:
    'Choose how to store addresses from now on. Location and company are looked up first.',
  ipAnonymisations: {
    none: 'Store in full',
    truncate: 'Shorten to the network',
    drop: 'Do not store',
  },
  signals: 'Global Privacy Control and Do Not Track',
  signalsText: 'Choose whether these browser signals count as denied consent.',
  privacySignals: { ignore: 'Ignore', refuse: 'Treat as denied consent' },
  cookieless: 'Cookieless tracking',
  cookielessText:
    'Footfall recognizes visitors by IP address and browser for one day, on pages with the cookieless script and in browsers without storage.',
  erasureTotals: 'Figures after an erasure',
  erasureTotalsText: 'What happens to reports of past periods when somebody is erased.',
  erasureTotalsModes: {
    keep: 'Keep totals, without the person',
    recount: 'Recount without the person',
  },
  cookielessModes: { refuse: 'Off', allow: 'On, for one day' },
  urlParameters: 'Query parameters to keep',
  urlParametersText:
    'Footfall stores campaign tags and drops other parameters, which may contain secrets. List more names to keep, separated by commas.',
  sources: 'Traffic sources',
  ownDomains: 'Your domains',
  ownDomainsText:
    'Other domains you own, separated by commas. Each includes its subdomains. Visits from these domains are not referrals.',
  ignoredDomains: 'Ignored referrers',
  ignoredDomainsText:
    'Payment and sign-in pages that visitors return from. Common providers are already ignored.',
  limits: 'Daily limits',
  limitsText:
    'Footfall rejects events over the limit and shows them under Rejected events. Days are in UTC.',
  people: 'New people',
  newLeads: 'New leads',
  rows: 'Events (set by the operator)',
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
    'Enter how many days to keep data. Leave a field empty to keep it forever. People, leads, visits, reports and scores remain after their events are deleted. Deletion is permanent.',
  keptSince: (day: string) => `Events are kept from ${day}. Older events are ignored.`,
  keptAll: 'All events are kept.',
  retentionKinds: {
    events: 'Events',
    refused_messages: 'Rejected events',
    consents: 'Consent records',
    audit_log: 'Audit log',
  },
  forever: 'forever',
  shortest: (days: string) => `Minimum: ${days}`,
  nothingGoes: 'Nothing will be deleted.',
  goes: (rows: string, day: string) => `${rows} from before ${day} will be deleted.`,
  moreThan: (rows: string) => `More than ${rows}`,
  removing: (rows: string) => `${rows} deleted so far.`,
  shorten: 'Shorten retention',
  shortenText: (kinds: string) =>
    `${kinds}: older data will be deleted within minutes. This is permanent.`,
  danger: 'Danger zone',
  dangerText:
    'Keys stop working and members lose access immediately. All data of this workspace is deleted. You cannot undo this.',
  deleteWorkspace: 'Delete this workspace',
  deleting: (name: string) => `${name} is being deleted.`,
};
