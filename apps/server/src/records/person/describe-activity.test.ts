import { expect, test } from 'vitest';
import { type ActivityFacts, describeSource } from './describe-activity.ts';

const visit: ActivityFacts = {
  kind: 'session_start',
  name: '',
  url: null,
  title: null,
  properties: null,
  source: 'website',
  entry_url: 'https://www.shop.example:8443/pricing',
  referrer: '',
  campaign: null,
  click_ids: null,
};
const spring = { source: 'google', medium: 'cpc', name: 'spring' };

const sources: [string, Partial<ActivityFacts>][] = [
  ['shop.example', {}],
  ['shop.example', { referrer: 'https://blog.shop.example/' }],
  ['campaign spring (google / cpc)', { campaign: spring, referrer: 'https://www.google.com/' }],
  ['campaign spring (google)', { campaign: { name: 'spring', source: 'google' } }],
  ['campaign spring', { campaign: { name: 'spring' } }],
  ['campaign fair / print', { campaign: { source: 'fair', medium: 'print' } }],
  ['campaign', { campaign: { content: 'red button' } }],
  ['newsletter email', { campaign: { source: 'newsletter', medium: 'email' } }],
  ['newsletter email', { campaign: { source: 'newsletter' } }],
  ['email', { campaign: { medium: 'email' } }],
  ['Gmail', { referrer: 'android-app://com.google.android.gm/' }],
  ['Proton email', { referrer: 'https://mail.proton.me/' }],
  ['Google search', { referrer: 'https://www.google.de/' }],
  ['ChatGPT', { referrer: 'https://chatgpt.com/' }],
  ['ChatGPT', { campaign: { source: 'chatgpt.com' } }],
  ['AI assistant', { campaign: { medium: 'ai' } }],
  ['LinkedIn', { referrer: 'https://lnkd.in/abc' }],
  ['social network', { campaign: { medium: 'social' } }],
  ['Facebook', { click_ids: { fbclid: 'IwAR0' } }],
  ['Google ad', { click_ids: { gclid: 'Cj0K' } }],
  ['ad', { campaign: { medium: 'display' } }],
  ['impact affiliate', { click_ids: { irclickid: 'x' } }],
  ['referral from news.example.org', { referrer: 'https://news.example.org/story' }],
  ['website', { entry_url: '' }],
  ['fair', { kind: 'lead', source: 'fair', entry_url: '' }],
  ['referral', { kind: 'lead', source: 'referral', entry_url: '' }],
];

test.each(sources)('the source of an activity reads "%s"', (text, facts) => {
  expect(describeSource({ ...visit, ...facts })).toBe(text);
});
