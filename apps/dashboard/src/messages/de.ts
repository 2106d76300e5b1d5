import { account } from './de/account.ts';
import { audit } from './de/audit.ts';
import { bulk } from './de/bulk.ts';
import { campaigns } from './de/campaigns.ts';
import { common } from './de/common.ts';
import { companies } from './de/companies.ts';
import { conversions } from './de/conversions.ts';
import { door } from './de/door.ts';
import { fields } from './de/fields.ts';
import { filters } from './de/filters.ts';
import { frame } from './de/frame.ts';
import { keys } from './de/keys.ts';
import { leads } from './de/leads.ts';
import { lists } from './de/lists.ts';
import { live } from './de/live.ts';
import { members } from './de/members.ts';
import { overview } from './de/overview.ts';
import { people } from './de/people.ts';
import { ready } from './de/ready.ts';
import { refused } from './de/refused.ts';
import { sessions } from './de/sessions.ts';
import { settings } from './de/settings.ts';
import { share } from './de/share.ts';
import { table } from './de/table.ts';
import { timeline } from './de/timeline.ts';
import { views } from './de/views.ts';
import { visitors } from './de/visitors.ts';
import { why } from './de/why.ts';
import type { Messages } from './en.ts';

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
} satisfies Messages;
