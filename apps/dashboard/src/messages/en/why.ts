import { counted } from '../count.ts';

const count = counted('en');

/** Claims with their evidence and confidence, and the overrides members made. */
export const why = {
  sure: (percent: string) => `${percent} confidence`,
  overrides: 'Overrides',
  kinds: {
    bot: 'Marked as bot',
    not_bot: 'Marked as not a bot',
    company: 'Company set to',
    not_company: 'Company rejected',
  },
  nobody: 'Match rejected for this network or domain',
  decided: {
    bot: 'Marked as a bot. Reports and lists now leave it out.',
    not_bot: 'Marked as not a bot. Reports and lists now include it.',
    company: 'Company set.',
    not_company: 'Company rejected.',
  },
  by: { key: 'by a key', member: 'by a member', command: 'from the command line' },
  pending: (n: number) => `${count(n, { one: 'record', other: 'records' })} still updating`,
  company: 'the company',
  visitor: 'the visitor',
  verificationLevels: {
    public: 'public',
    device: 'device',
    signed: 'signed',
    api: 'API',
  },
};
