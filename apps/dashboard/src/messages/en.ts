/** All that the dashboard says. German, beside it, does not compile when a message is missing there. */
import { account } from './en/account.ts';
import { audit } from './en/audit.ts';
import { bulk } from './en/bulk.ts';
import { campaigns } from './en/campaigns.ts';
import { common } from './en/common.ts';
import { companies } from './en/companies.ts';
import { conversions } from './en/conversions.ts';
import { door } from './en/door.ts';
import { fields } from './en/fields.ts';
import { filters } from './en/filters.ts';
import { frame } from './en/frame.ts';
import { keys } from './en/keys.ts';
import { leads } from './en/leads.ts';
import { lists } from './en/lists.ts';
import { live } from './en/live.ts';
import { members } from './en/members.ts';
import { overview } from './en/overview.ts';
import { people } from './en/people.ts';
import { ready } from './en/ready.ts';
import { refused } from './en/refused.ts';
import { sessions } from './en/sessions.ts';
import { settings } from './en/settings.ts';
import { share } from './en/share.ts';
import { table } from './en/table.ts';
import { timeline } from './en/timeline.ts';
import { views } from './en/views.ts';
import { visitors } from './en/visitors.ts';
import { why } from './en/why.ts';

export const messages = {
  account,
  audit,
  bulk,
  campaigns,
  common,
  companies,
  conversions,
  door,
  fields,
  filters,
  frame,
  keys,
  leads,
  lists,
  live,
  members,
  overview,
  people,
  ready,
  refused,
  sessions,
  settings,
  share,
  table,
  timeline,
  views,
  visitors,
  why,
};

export type Messages = typeof messages;
