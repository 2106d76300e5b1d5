import { counted } from '../count.ts';

const count = counted('en');

/** What is claimed, why, how sure that is, and what somebody decided about it. */
export const why = {
  sure: (percent: string) => `${percent} sure`,
  verdicts: 'What was decided by hand',
  kinds: {
    bot: 'Decided: is a bot',
    not_bot: 'Decided: not a bot',
    company: 'Decided: is of the company',
    not_company: 'Decided: not of the company',
  },
  nobody: 'Decided: nobody by this network or domain is of the company',
  decided: {
    bot: 'From now on a bot; it leaves figures and lists.',
    not_bot: 'From now on no bot; it is counted in figures and lists.',
    company: 'From now on of this company.',
    not_company: 'From now on not of this company.',
  },
  by: { key: 'by a key', member: 'by a member', command: 'by the command line' },
  pending: (n: number) =>
    `${count(n, { one: 'record', other: 'records' })} still to be brought in line`,
  company: 'the company',
  visitor: 'the visitor',
  rights: {
    public: 'said by anybody',
    device: 'said by the same device',
    signed: 'signed',
    api: 'said by a secret key',
  },
};
