import { counted } from '../count.ts';

const count = counted('en');

export const share = {
  /** The page that readers of a link see. */
  title: 'Shared page',
  passwordTitle: 'This page is password protected',
  passwordText: 'Ask the person who sent you the link for the password.',
  password: 'Password',
  wrongPassword: 'Wrong password.',
  open: 'Open page',
  gone: 'Page not found',
  goneText: 'This page is no longer shared. Ask for a new link.',
  testData: 'test data',
  print: 'Print',
  empty: 'No visits in this period.',
  emptyTable: 'Nothing to show yet.',
  /** Where links are made. */
  action: 'Share',
  dialog: 'Share this report',
  text: 'Anyone with the link sees this report without an account. Personal data is hidden.',
  viewDialog: (view: string) => `Share view “${view}”`,
  viewText:
    'Anyone with the link sees the rows and columns of this view without an account. Personal data is hidden. They can turn pages and sort rows, but cannot open records. The link stops working when someone changes the view’s filter, order or columns, or deletes it.',
  name: 'Title',
  usualName: (workspace: string) => `${workspace} report`,
  range: 'Period',
  rolling: (days: number) =>
    `Always the last ${days === 1 ? 'day' : count(days, { one: 'day', other: 'days' })}`,
  fixed: (days: string) => `Fixed: ${days}`,
  filter: 'Apply the current filter',
  reveals: 'Also include',
  revealTexts: {
    leads: 'Number of leads',
    conversions: 'Number and value of conversions',
    campaigns: 'Campaign names',
    companies: 'Company names',
  },
  passwordOptional: 'Password (optional)',
  passwordHint: 'Use 8 characters or more. Send it separately from the link.',
  expires: 'Link expires',
  expiries: {
    never: 'never',
    week: 'in 7 days',
    month: 'in 30 days',
    quarter: 'in 90 days',
    year: 'in a year',
  },
  create: 'Create link',
  made: (name: string) => `“${name}” shared`,
  shownOnce: 'This link is shown only once. If you lose it, delete it and create another.',
  link: 'Link to the shared page',
  links: 'Share links',
  noLinks: 'None yet.',
  views: (n: number) => count(n, { one: 'view', other: 'views' }),
  lastView: 'last viewed',
  endsAt: 'expires',
  hasPassword: 'with a password',
  by: (name: string) => `by ${name}`,
  deleteOf: (name: string) => `Delete link “${name}”`,
  surely: 'Delete this link?',
  isDeleted: (name: string) => `“${name}” is no longer shared.`,
};
