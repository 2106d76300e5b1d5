import { counted } from '../count.ts';

const count = counted('en');

export const companies = {
  title: 'Companies',
  one: 'Company',
  shown: 'Which companies are shown',
  thisWeek: 'Were here this week',
  inPeriod: 'Were here in the period',
  all: 'All companies',
  name: 'Company',
  domain: 'Domain',
  industry: 'Industry',
  employees: 'Employees',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  visits: 'Visits',
  visitors: 'Visitors',
  people: 'People',
  pageViews: 'Page views',
  intent: 'Intent',
  intentText: 'The highest intent score of its people, from 0 to 100',
  topPages: 'Top pages',
  page: 'Page',
  views: 'Views',
  leads: 'Leads',
  created: 'Known since',
  empty: 'No company yet',
  emptyText:
    'A company appears when a visitor gives a work address, or comes from the network of a company.',
  emptyPeriod: 'No company was here in this period',
  emptyPeriodText: 'Choose another period above, or look at all companies.',
  figures: 'In the period',
  elsewhere: (visits: number) =>
    `${count(visits, { one: 'visit', other: 'visits' })} of these did not come from the company’s own network: here every visit counts of those who are known to be of the company, wherever they are.`,
  inOverview: (visits: number) =>
    `Under the company the overview counts ${count(visits, { one: 'visit', other: 'visits' })} from its network.`,
  facts: 'Facts',
  description: 'About',
  noPeople: 'Nobody of this company has said who they are.',
  noLeads: 'No lead of this company.',
  noPages: 'No page was viewed in this period.',
  unnamed: 'Person without a name',
  why: 'Why this company?',
  noWhy: 'Nothing speaks for a visitor of this company any more.',
  evidence: {
    email_domain: 'Gave a work address of',
    network_owner: 'Came from the network of',
    set_by_hand: 'Decided by hand',
  },
  notThisVisitor: 'Not this company',
  notAtAll: 'Nobody here is of this company',
  notAtAllText:
    'None of those whom the same network or email domain says to be of this company is. It can be undone.',
};
