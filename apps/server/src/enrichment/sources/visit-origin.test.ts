import { channels } from '@footfall/contract/channels';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../testing/fuzz-values.ts';
import { processorMs } from '../../testing/processor-time.ts';
import { referrerCases } from './testdata/referrer-cases.ts';
import {
  campaignOf,
  type OriginFacts,
  sourceKind,
  type VisitOrigin,
  visitOrigin,
} from './visit-origin.ts';

const shop = 'https://www.shop.example/pricing';

function origin(facts: Partial<OriginFacts>): VisitOrigin {
  return visitOrigin({ url: shop, referrer: '', campaign: null, clickIds: null, ...facts });
}

const from = (referrer: string) => origin({ referrer });
const tagged = (campaign: Record<string, unknown>, referrer = '') => origin({ campaign, referrer });
const clicked = (name: string, referrer = '') => origin({ clickIds: { [name]: 'x' }, referrer });

/** Where we call the same service by another name than the cases do. */
const sameService: Record<string, string> = {
  'Claude.ai': 'Claude',
  'Google Gemini': 'Gemini',
  IXquick: 'Ixquick',
  'META.ai': 'Meta AI',
  'Microsoft Copilot': 'Copilot',
  'Mistral.ai': 'Le Chat',
  'Perplexity.ai': 'Perplexity',
  Twitter: 'X',
};

test("medium, source and search term are right in at least 98 % of Snowplow's cases", () => {
  const wrong = referrerCases.filter(([medium, source, term, referrer]) => {
    const origin = from(referrer);
    const channel = medium === 'chatbot' ? 'ai_assistant' : medium;
    const name = sameService[source] ?? source;
    return origin.channel !== channel || origin.source !== name || origin.term !== term.trim();
  });
  expect(referrerCases.length).toBeGreaterThan(110);
  expect(wrong.length / referrerCases.length).toBeLessThanOrEqual(0.02);
  expect(wrong).toEqual([]);
});

const assistants: [string, string][] = [
  ['ChatGPT', 'chatgpt.com chat.openai.com www.chatgpt.com'],
  ['Perplexity', 'www.perplexity.ai perplexity.ai'],
  ['Claude', 'claude.ai'],
  ['Gemini', 'gemini.google.com bard.google.com'],
  ['Copilot', 'copilot.microsoft.com www.bing.com/chat m365.cloud.microsoft copilot.com'],
  ['Le Chat', 'chat.mistral.ai'],
  ['DeepSeek', 'chat.deepseek.com'],
  ['Grok', 'grok.com x.com/i/grok'],
  ['You.com', 'you.com'],
  ['Phind', 'www.phind.com'],
  ['Poe', 'poe.com'],
  ['Meta AI', 'www.meta.ai'],
  ['Kagi Assistant', 'kagi.com/assistant'],
  ['Duck.ai', 'duck.ai'],
  ['Qwen', 'chat.qwen.ai'],
  ['Kimi', 'www.kimi.com'],
];

test.each(assistants)('%s is an AI assistant at each of its hosts', (source, hosts) => {
  for (const host of hosts.split(' ')) {
    const expected = { channel: 'ai_assistant', source, medium: 'ai', term: '' };
    expect(from(`https://${host}`)).toEqual(expected);
    expect(tagged({ source: host })).toEqual(expected);
  }
});

const cases: [string, string, string][] = [
  ['https://x.com/', 'social', 'X'],
  ['https://t.co/Ab1', 'social', 'X'],
  ['https://lnkd.in/abc', 'social', 'LinkedIn'],
  ['https://l.facebook.com/', 'social', 'Facebook'],
  ['https://www.threads.net/', 'social', 'Threads'],
  ['https://bsky.app/', 'social', 'Bluesky'],
  ['https://mastodon.social/@a/1', 'social', 'Mastodon'],
  ['https://fosstodon.org/', 'social', 'Mastodon'],
  ['https://old.reddit.com/r/x', 'social', 'Reddit'],
  ['https://teams.microsoft.com/', 'social', 'Teams'],
  ['https://app.slack.com/client', 'social', 'Slack'],
  ['https://news.ycombinator.com/item?id=1', 'social', 'Hacker News'],
  ['android-app://com.linkedin.android/', 'social', 'LinkedIn'],
  ['https://mail.google.com/mail/u/0/', 'email', 'Gmail'],
  ['https://outlook.live.com/', 'email', 'Outlook.com'],
  ['https://outlook.office.com/mail/', 'email', 'Outlook.com'],
  ['android-app://com.google.android.gm', 'email', 'Gmail'],
  ['https://webmail.hoster.example/', 'email', 'webmail.hoster.example'],
  ['https://www.google.co.uk/', 'search', 'Google'],
  ['https://www.bing.com/', 'search', 'Bing'],
  ['https://cn.bing.com/search?q=crm', 'search', 'Bing'],
  ['https://duckduckgo.com/', 'search', 'DuckDuckGo'],
  ['https://search.brave.com/', 'search', 'Brave'],
  ['https://kagi.com/', 'search', 'Kagi'],
  ['https://yandex.com.tr/', 'search', 'Yandex'],
  ['https://www.ecosia.org/', 'search', 'Ecosia'],
  ['android-app://com.google.android.googlequicksearchbox/', 'search', 'Google'],
  ['https://googleads.g.doubleclick.net/', 'paid', 'Google'],
  ['https://trc.taboola.com/', 'paid', 'Taboola'],
  ['https://news.example.org/story', 'referral', 'news.example.org'],
  ['android-app://org.example.reader/', 'referral', 'org.example.reader'],
  // Other services of a company whose search is known.
  ['https://docs.google.com/document/d/1', 'referral', 'docs.google.com'],
  ['https://news.google.com/', 'referral', 'news.google.com'],
  ['https://finance.yahoo.com/', 'referral', 'finance.yahoo.com'],
  ['https://www.msn.com/', 'referral', 'msn.com'],
  // Names that only look like it.
  ['https://google.com.evil.example/', 'referral', 'google.com.evil.example'],
  ['https://notchatgpt.com/', 'referral', 'notchatgpt.com'],
  ['https://google.community/', 'referral', 'google.community'],
  ['https://google.com@evil.example/', 'referral', 'evil.example'],
];

test.each(cases)('%s is %s: %s', (referrer, channel, source) => {
  expect(from(referrer)).toMatchObject({ channel, source });
});

test('a search term is one line of at most 200 characters that PostgreSQL can store', () => {
  expect(from('https://www.google.com/search?q=lead+scoring%20tool').term).toBe(
    'lead scoring tool',
  );
  expect(from('https://duckduckgo.com/?q=a%00b%0Ac').term).toBe('a b c');
  expect(from('https://www.google.com/search?q=%E4%A').term).toBe('\ufffd%A');
  const long = from(
    `https://www.google.com/search?q=a${encodeURIComponent('🦊'.repeat(300))}`,
  ).term;
  expect(long).toHaveLength(200);
  expect(long.isWellFormed()).toBe(true);
});

const byTags: [string, Record<string, unknown>, Partial<VisitOrigin>][] = [
  ['paid', { source: 'google', medium: 'CPC' }, { source: 'Google', medium: 'cpc' }],
  ['paid', { source: 'fb', medium: 'paid_social' }, { source: 'Facebook' }],
  ['paid', { source: 'partner', medium: 'display' }, { source: 'partner' }],
  ['paid', { medium: 'cpm' }, { source: '' }],
  ['paid', { source: 'shoplist', medium: 'affiliate' }, { medium: 'affiliate' }],
  ['email', { source: 'newsletter', medium: 'email' }, { source: 'newsletter', medium: 'email' }],
  ['email', { source: 'newsletter' }, { source: 'newsletter', medium: 'email' }],
  ['email', { source: 'march', medium: 'E-Mail' }, { medium: 'e-mail' }],
  ['ai_assistant', { source: 'perplexity' }, { source: 'Perplexity', medium: 'ai' }],
  ['ai_assistant', { source: 'chatgpt.com', medium: 'referral' }, { source: 'ChatGPT' }],
  ['social', { source: 'twitter' }, { source: 'X', medium: 'social' }],
  ['social', { source: 'partner', medium: 'social' }, { source: 'partner' }],
  ['search', { source: 'google', medium: 'organic' }, { source: 'Google' }],
  ['search', { source: 'bing' }, { source: 'Bing', medium: 'organic' }],
  ['campaign', { source: 'fair', medium: 'qr', name: 'spring' }, { source: 'fair', medium: 'qr' }],
  ['campaign', { name: 'spring' }, { source: '', medium: '' }],
  ['email', { source: 'mailchimp' }, { source: 'Mailchimp', medium: 'email' }],
  ['email', { source: 'Klaviyo', name: 'welcome' }, { source: 'Klaviyo' }],
  ['campaign', { content: 'red button' }, { source: '', medium: '' }],
];

test.each(byTags)('tags decide the channel %s: %o', (channel, campaign, rest) => {
  expect(tagged(campaign)).toMatchObject({ channel, ...rest });
});

test('the referrer fills what tags leave open and never overrules them', () => {
  expect(tagged({ name: 'spring' }, 'https://mail.google.com/')).toMatchObject({
    channel: 'email',
    source: 'Gmail',
  });
  expect(tagged({ source: 'facebook' }, 'https://mail.google.com/')).toMatchObject({
    channel: 'social',
    source: 'Facebook',
  });
  expect(tagged({ source: 'fair', medium: 'qr' }, 'https://www.google.com/')).toMatchObject({
    channel: 'campaign',
    source: 'fair',
  });
  expect(tagged({ name: 'spring' }, 'https://news.example.org/')).toMatchObject({
    channel: 'campaign',
    source: '',
  });
});

const clicks: [string, string, string][] = [
  ['gclid', 'google', 'Google'],
  ['gbraid', 'google', 'Google'],
  ['wbraid', 'google', 'Google'],
  ['dclid', 'google', 'Google'],
  ['msclkid', 'bing', 'Bing'],
  ['ttclid', 'tiktok', 'TikTok'],
  ['li_fat_id', 'linkedin', 'LinkedIn'],
  ['twclid', 'twitter', 'X'],
  ['rdt_cid', 'reddit', 'Reddit'],
  ['ScCid', 'snapchat', 'Snapchat'],
  ['epik', 'pinterest', 'Pinterest'],
  ['yclid', 'yandex', 'Yandex'],
];

test.each(clicks)('%s is an advertisement at %s', (name, source, label) => {
  expect(campaignOf(null, { [name]: 'x' })).toEqual({ source, medium: 'cpc', name: '' });
  expect(clicked(name)).toEqual({ channel: 'paid', source: label, medium: 'cpc', term: '' });
});

test.each([
  ['tblci', 'paid', 'Taboola', 'cpc'],
  ['gad_source', 'paid', 'Google', 'cpc'],
  ['awc', 'paid', 'awin', 'affiliate'],
  ['cjevent', 'paid', 'cj', 'affiliate'],
  ['igshid', 'social', 'Instagram', 'social'],
  ['mc_eid', 'email', 'Mailchimp', 'email'],
  ['_kx', 'email', 'Klaviyo', 'email'],
  ['_hsenc', 'email', 'HubSpot', 'email'],
  ['mkt_tok', 'email', 'Marketo', 'email'],
])('%s alone is %s: %s / %s', (name, channel, source, medium) => {
  expect(clicked(name)).toEqual({ channel, source, medium, term: '' });
  expect(clicked(name, 'https://news.example.org/')).toMatchObject({ channel });
});

test.each([
  'https://accounts.google.com/o/oauth2/auth',
  'https://login.microsoftonline.com/',
  'https://dev-7.eu.auth0.com/',
  'https://www.paypal.com/checkoutnow',
  'https://checkout.stripe.com/',
  'https://hooks.stripe.com/3d_secure',
])('a return from %s is no referral', (referrer) => {
  expect(from(referrer)).toEqual({ channel: 'direct', source: '', medium: 'none', term: '' });
  expect(sourceKind(false, shop, referrer)).toBe('website');
  expect(tagged({ name: 'spring' }, referrer).channel).toBe('campaign');
});

test('a host that only looks like it sends visitors', () => {
  expect(from('https://notpaypal.com/').channel).toBe('referral');
  expect(from('https://paypal.com.evil.example/').channel).toBe('referral');
});

test('fbclid alone is social, since Facebook adds it to organic links as well', () => {
  expect(campaignOf(null, { fbclid: 'x' })).toEqual({
    source: 'facebook',
    medium: 'social',
    name: '',
  });
  expect(clicked('fbclid')).toMatchObject({ channel: 'social', source: 'Facebook' });
  expect(clicked('fbclid', 'https://l.instagram.com/')).toMatchObject({
    channel: 'social',
    source: 'Instagram',
  });
  expect(origin({ clickIds: { fbclid: 'x' }, campaign: { medium: 'cpc' } }).channel).toBe('paid');
  expect(campaignOf(null, { fbclid: 'x', gclid: 'y' })?.source).toBe('google');
});

test('an affiliate click is paid, and an unknown click id has no effect', () => {
  expect(clicked('irclickid')).toMatchObject({ channel: 'paid', medium: 'affiliate' });
  expect(clicked('foo')).toMatchObject({ channel: 'direct', medium: 'none' });
  expect(campaignOf(null, { foo: 'x' })).toBeUndefined();
  expect(campaignOf(null, { gclid: ' ' })).toBeUndefined();
});

test('a campaign has its tags as sent, and those of the click id only where they are absent', () => {
  const clickIds = { gclid: 'x' };
  expect(campaignOf({ source: ' Google ', medium: 'CPC', name: 'Spring' }, clickIds)).toEqual({
    source: 'Google',
    medium: 'CPC',
    name: 'Spring',
  });
  expect(campaignOf({ name: 'spring' }, clickIds)).toEqual({
    source: '',
    medium: '',
    name: 'spring',
  });
  expect(campaignOf({ term: 'crm' }, clickIds)?.source).toBe('google');
  expect(campaignOf({ source: '', medium: null, name: 7 }, null)).toBeUndefined();
  expect(campaignOf(null, null)).toBeUndefined();
});

const sites: [string, string, 'website' | 'referral'][] = [
  [shop, '', 'website'],
  [shop, 'https://shop.example/', 'website'],
  [shop, 'http://blog.shop.example:8080/x', 'website'],
  ['https://shop.co.uk/', 'https://other.co.uk/', 'referral'],
  ['https://one.github.io/', 'https://two.github.io/', 'referral'],
  ['http://localhost:3000/', 'http://localhost:4000/', 'website'],
  ['http://localhost:3000/', 'http://127.0.0.1:3000/', 'referral'],
  ['http://10.0.0.1/', 'http://10.0.0.2/', 'referral'],
  ['http://[2001:db8::1]/', 'http://[2001:db8::1]:81/', 'website'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/', 'website'],
  ['https://BÜCHER.example/', 'https://www.bücher.example/', 'website'],
  ['https://shop.example./', 'https://shop.example/', 'website'],
  [shop, 'https://user:secret@shop.example/', 'website'],
  [shop, 'android-app://com.google.android.gm/', 'referral'],
  [shop, 'about:blank', 'website'],
  [shop, 'chrome-extension://abcdef/', 'website'],
  [shop, 'not an address', 'website'],
  ['', 'https://news.example.org/', 'referral'],
];

test.each(sites)('from %s, the page before %s: %s', (url, referrer, kind) => {
  expect(sourceKind(false, url, referrer)).toBe(kind);
  const direct = kind === 'website';
  expect(origin({ url, referrer }).channel === 'direct').toBe(direct);
});

test('tags and click ids make it a campaign, whatever the page before', () => {
  expect(sourceKind(true, shop, 'https://news.example.org/')).toBe('campaign');
  expect(sourceKind(true, shop, '')).toBe('campaign');
});

const hostile = [
  'https://',
  'https://[::1',
  'https://%zz/',
  'https://a..b/',
  'https://user:p@ss@host:port/',
  'https://\u0000/',
  'https://\ud800.example/',
  'https://__proto__/',
  'https://constructor.prototype/',
  `https://${'a'.repeat(100_000)}/`,
  `https://${'a.'.repeat(50_000)}com/`,
  `https://${'@'.repeat(100_000)}`,
  `https://www.google.com/search?${'q=&'.repeat(100_000)}`,
  '//'.repeat(50_000),
];

test('nothing that a sender writes makes it throw, or takes long', () => {
  const began = processorMs();
  for (const text of hostile) {
    const facts = { url: text, referrer: text, campaign: { source: text, medium: text } };
    expect(channels).toContain(visitOrigin({ ...facts, clickIds: { [text]: text } }).channel);
    expect(channels).toContain(from(text).channel);
    expect(['website', 'referral']).toContain(sourceKind(false, shop, text));
  }
  expect(processorMs() - began).toBeLessThan(1000);
});

test('values of any type are taken', () => {
  const anything = fc.dictionary(
    fc.constantFrom('source', 'medium', 'name', 'term', 'content', 'gclid', 'fbclid', '__proto__'),
    fc.anything({ maxDepth: 1 }),
  );
  const address = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.webUrl(),
    fc.string().map((text) => `https://${text}`),
  );
  fc.assert(
    fc.property(address, address, anything, anything, (url, referrer, campaign, clickIds) => {
      const origin = visitOrigin({ url, referrer, campaign, clickIds });
      expect(channels).toContain(origin.channel);
      for (const text of [origin.source, origin.medium, origin.term]) {
        expect(text).toEqual(expect.any(String));
      }
      campaignOf(campaign, clickIds);
      sourceKind(false, url, referrer);
    }),
  );
});

test('classifying a source takes less than ten times as long as parsing its address', () => {
  const referrers = ['https://www.google.com/', 'https://shop.example/', 'https://chatgpt.com/'];
  const leastMs = (work: (referrer: string) => unknown) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const began = processorMs();
        for (let i = 0; i < 10_000; i++) work(referrers[i % 3] ?? '');
        return processorMs() - began;
      }),
    );
  const kinds = leastMs((referrer) => sourceKind(false, shop, referrer));
  expect(kinds).toBeLessThan(10 * leastMs((referrer) => new URL(referrer).hostname));
});
