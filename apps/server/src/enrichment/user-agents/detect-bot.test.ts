import { readFile } from 'node:fs/promises';
import crawlers from 'crawler-user-agents';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../testing/processor-time.ts';
import {
  type BrowserHeaders,
  botCategories,
  isHttpLibrary,
  judgeVisit,
  type VisitSignals,
} from './detect-bot.ts';
import { namedAgents } from './named-agents.ts';
import { currentBrowsers, realBrowsers } from './testdata/read-test-data.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

/** What Chrome 142 sends over HTTPS. */
const complete: BrowserHeaders = {
  acceptLanguage: 'de-DE,de;q=0.9,en;q=0.8',
  secFetchSite: 'cross-site',
  clientHintsBrand: '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
  signatureAgent: '',
  isSecure: true,
};
const withoutHints = { ...complete, clientHintsBrand: '' };
/** Nothing to object to in any browser: only the user agent is judged. */
const plain: BrowserHeaders = { ...withoutHints, secFetchSite: '', isSecure: false };

function judge(userAgent: string, signals: Partial<VisitSignals> = {}) {
  const usual = { connection: 'access_provider', headers: plain, isDriven: false } as const;
  return judgeVisit({ userAgent, ...usual, ...signals });
}

const detect = (...of: Parameters<typeof judge>) => judge(...of).bot;

describe('by user agent', () => {
  test('99.7 % of the published crawlers are caught', () => {
    const strings = [...new Set(crawlers.flatMap(({ instances }) => instances))];
    const missed = strings.filter((userAgent) => {
      const { bot, agent } = judge(userAgent);
      return !bot && !agent;
    });
    expect(strings.length).toBeGreaterThan(2000);
    // What people use, though that list has it: apps' own browsers, editors with one, a site as an app.
    const people = /MetaIAB Facebook|\bInstagram \d|\bCode\/\d.*Electron\/|\bTrae\/\d|\bFluid\/\d/;
    expect(missed.filter((userAgent) => !people.test(userAgent))).toEqual([]);
    expect(missed.length / strings.length).toBeLessThanOrEqual(0.003);
  });

  test('none of 5,000 real browsers is taken for a bot, or suspected', async () => {
    const browsers = await realBrowsers();
    expect(new Set(browsers.map(({ userAgent }) => userAgent)).size).toBe(5000);
    const plainPeople = browsers.filter(
      ({ userAgent }) => Object.keys(judge(userAgent)).length === 0,
    );
    expect(plainPeople).toHaveLength(5000);
  });

  test('nor is any of 1,777 current ones', async () => {
    const browsers = await currentBrowsers();
    expect(new Set(browsers).size).toBe(1777);
    expect(browsers.filter((userAgent) => Object.keys(judge(userAgent)).length > 0)).toEqual([]);
  });

  test('a phone may be called what no bot is called', () => {
    const words = ['Discovery SE', 'S60 Discovery Plus', 'Spider 8', 'Fetch 2', 'Archive One'];
    const models = [...words, 'Monitor X', 'Preview 5G', 'Scanner Pro', 'Searcher', 'Checker'];
    const strings = models.flatMap((model) => [
      `Mozilla/5.0 (Linux; Android 14; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36`,
      `Mozilla/5.0 (Linux; Android 14; ${model} Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36`,
    ]);
    expect(strings.filter((userAgent) => detect(userAgent))).toEqual([]);
  });

  test.for([
    'Mozilla/5.0 (Linux; Android 12; Discovery SE) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 11; S60 Discovery Plus Build/RP1A.200720.011) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 10; Spider 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 9; de-de; Spider 8) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    'Mozilla/5.0 (Linux; Android 9; GOOGLE TV 4K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36,gzip(gfe) (via translate.google.com)',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1,gzip(gfe),gzip(gfe) (via translate.google.com)',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36 HbbTV/1.6.1 (+DRM+CC+PVR; LGE; OLED55C3; WEBOS23 04.10.05; W23H; DTV_W23H;)',
    'HbbTV/1.4.1 (+DRM;Samsung;SmartTV2018;T-KTMDEUC-1106.2;;) Mozilla/5.0 (SMART-TV; LINUX; Tizen 4.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/4.0 TV Safari/538.1',
    'Opera/9.80 (Linux armv7l; HbbTV/1.2.1 (; Philips; 40HFL5010T12; ; PHILIPSTV; CE-HTML/1.0 NETTV/4.4.1 SmartTvA/3.0.0 Firmware/004.002.036.135 (PhilipsTV, 3.1.1,)en) ) Presto/2.12.407 Version/12.50',
  ])('a person with an odd device: %s', (userAgent) => {
    expect(detect(userAgent)).toBeUndefined();
  });

  test.for([
    'Mozilla/5.0 (Linux; Android 10; SomeBot) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 10; Spider 8) AppleWebKit/537.36 (compatible; NewSpider/1.0; +https://spider.example/)',
  ])('a bot that calls itself a phone: %s', (userAgent) => {
    expect(detect(userAgent)).toBeDefined();
  });

  test.for([
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)',
      'GPTBot',
      'OpenAI',
      'ai_crawler',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
      'ChatGPT-User',
      'OpenAI',
      'ai_assistant',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot',
      'OAI-SearchBot',
      'OpenAI',
      'ai_crawler',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
      'ClaudeBot',
      'Anthropic',
      'ai_crawler',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
      'Claude-User',
      'Anthropic',
      'ai_assistant',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
      'Perplexity-User',
      'Perplexity',
      'ai_assistant',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
      'Applebot',
      'Apple',
      'search_engine',
    ],
    [
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Googlebot',
      'Google',
      'search_engine',
    ],
    ['Googlebot-Image/1.0', 'Googlebot-Image', 'Google', 'search_engine'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
      'facebookexternalhit',
      'Apple',
      'link_preview',
    ],
    ['WhatsApp/2.23.20.0 A', 'WhatsApp', 'Meta', 'link_preview'],
    [
      'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
      'AhrefsBot',
      'Ahrefs',
      'seo',
    ],
    [
      'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
      'UptimeRobot',
      'UptimeRobot',
      'monitoring',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
      'HeadlessChrome',
      '',
      'headless_browser',
    ],
    ['python-requests/2.32.3', 'python-requests', '', 'http_client'],
  ])('%s is %s', ([userAgent = '', name, operator, category]) => {
    expect(detect(userAgent)).toEqual({
      name,
      operator,
      category,
      reasons: [`user agent names ${name}`],
    });
  });

  test('every agent of the table is found by its name, with its category and operator', () => {
    for (const { operator, category, agents } of namedAgents) {
      for (const agent of agents) {
        const bot = detect(`Mozilla/5.0 (compatible; ${agent}; +https://example.com/)`);
        expect(bot, agent).toMatchObject({ name: agent.replace(/\/.*/, ''), operator, category });
      }
    }
  });

  test('a bot that no table knows gets the name that it gives itself', () => {
    expect(detect('Mozilla/5.0 (compatible; AcmeBot/2.1; +https://acme.example/bot)')?.name).toBe(
      'AcmeBot',
    );
    expect(detect('Acme Link Checker (+https://acme.example)')?.name).toBe('Acme Link Checker');
    expect(detect('Mozilla/5.0 (compatible; +https://www.acme.example/bot)')?.name).toBe(
      'acme.example',
    );
  });

  test('claiming to be like Googlebot is not Googlebot', () => {
    expect(detect('Mozilla/5.0 (compatible; acapbot/0.1; treat like Googlebot)')).toMatchObject({
      name: 'acapbot',
      operator: '',
    });
  });

  test('apps that people use are no bots, whatever their names contain', () => {
    const apps = [
      'Mozilla/5.0 (Linux; Android 14; CUBOT X70 Build/UP1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 15; SM-S921B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 MMWEBID/2626 MicroMessenger/8.0.50(0x28000651) Process/tools WeChat/arm64 NetType/4G Language/zh_CN ABI/arm64',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.30',
      'Mozilla/5.0 (Linux; Android 13; M2101K6G) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/98.0.4758.102 Mobile Safari/537.36 SogouMSE,SogouMobileBrowser/6.1',
    ];
    expect(apps.filter((userAgent) => detect(userAgent))).toEqual([]);
  });

  test('no user agent at all is a bot where a browser should be', () => {
    expect(detect('')).toEqual({
      name: '',
      operator: '',
      category: 'other',
      reasons: ['no user agent'],
    });
  });

  test('a long or hostile string is read in a moment', () => {
    const begun = processorMs();
    for (const part of ['a', 'bot', '(', 'Mozilla/5.0 (', 'http://', 'A.', ' ', 'Foo/1 ', '@a-']) {
      detect(part.repeat(5000));
    }
    expect(processorMs() - begun).toBeLessThan(500);
  });
});

describe('by network and headers', () => {
  const hosting = { connection: 'hosting', headers: complete } as const;

  test('a data centre alone makes no bot, and no suspicion', () => {
    expect(judge(chrome, hosting)).toEqual({});
  });

  test('a driven browser is one in a data centre, and suspected at home', () => {
    expect(judge(chrome, { headers: complete, isDriven: true })).toEqual({
      suspicion: { reasons: ['navigator.webdriver'] },
    });
    expect(detect(chrome, { ...hosting, isDriven: true })).toMatchObject({
      category: 'automation',
      reasons: ['hosting network', 'navigator.webdriver'],
    });
  });

  test('missing headers alone make no bot and are reported', () => {
    const headers = { ...complete, acceptLanguage: '', secFetchSite: '', clientHintsBrand: '' };
    expect(judge(chrome, { headers })).toEqual({
      suspicion: {
        reasons: ['no Accept-Language header', 'no Sec-Fetch-Site header', 'no Sec-CH-UA header'],
      },
    });
  });

  test('both together do, and the reasons list both', () => {
    const headers = { ...complete, acceptLanguage: '', secFetchSite: '', clientHintsBrand: '' };
    expect(detect(chrome, { connection: 'hosting', headers })).toEqual({
      name: '',
      operator: '',
      category: 'automation',
      reasons: [
        'hosting network',
        'no Accept-Language header',
        'no Sec-Fetch-Site header',
        'no Sec-CH-UA header',
      ],
    });
  });

  test('each browser is checked for the headers it sends, over HTTPS only', () => {
    expect(detect(firefox, { ...hosting, headers: withoutHints })).toBeUndefined();
    expect(detect(safari, { ...hosting, headers: withoutHints })).toBeUndefined();
    expect(detect(chrome, { ...hosting, headers: plain })).toBeUndefined();
    expect(detect(chrome.replace('142', '88'), { ...hosting, headers: withoutHints })).toBe(
      undefined,
    );
    const webView = chrome.replace('Chrome/', 'Version/4.0 Chrome/');
    expect(detect(webView, { ...hosting, headers: withoutHints })).toBeUndefined();
  });

  test('headers of another browser or version than the user agent count', () => {
    expect(detect(firefox, hosting)?.reasons).toContain('Sec-CH-UA of another browser');
    expect(detect(chrome.replace('142', '120'), hosting)?.reasons).toContain(
      'Sec-CH-UA of another version',
    );
  });

  test('a headless browser behind the name of another gives itself away', () => {
    const headers = { ...complete, clientHintsBrand: '"HeadlessChrome";v="142"' };
    expect(detect(chrome, { headers })).toMatchObject({
      name: 'HeadlessChrome',
      category: 'headless_browser',
      reasons: ['Sec-CH-UA names HeadlessChrome'],
    });
  });

  test('the network is shown beside the name', () => {
    expect(detect('GPTBot/1.3', { connection: 'hosting' })?.reasons).toEqual([
      'user agent names GPTBot',
      'hosting network',
    ]);
  });
});

describe('agents that act for a person', () => {
  const signed = (signatureAgent: string, signals: Partial<VisitSignals> = {}) =>
    judge(chrome, { headers: { ...complete, signatureAgent }, ...signals });

  test.for([
    ['"https://chatgpt.com"', 'ChatGPT agent', 'OpenAI', 'chatgpt.com'],
    ['https://chatgpt.com/', 'ChatGPT agent', 'OpenAI', 'chatgpt.com'],
    ['sig1="https://chatgpt.com";x=1', 'ChatGPT agent', 'OpenAI', 'chatgpt.com'],
    ['"https://Keys.Browserbase.com:443"', 'Browserbase', 'Browserbase', 'keys.browserbase.com'],
  ])(
    'a signature of %s is %s, also in a data center and with automation',
    ([header = '', name, operator, host]) => {
      const agent = { name, operator, reasons: [`Signature-Agent names ${host}`] };
      expect(signed(header)).toEqual({ agent });
      expect(signed(header, { connection: 'hosting', isDriven: true })).toEqual({ agent });
    },
  );

  test('any other signature is suspected, and a bot in a data center', () => {
    for (const header of ['"https://crawler.example"', '"https://chatgpt.com.evil.example"']) {
      const reasons = [`Signature-Agent names ${header.slice(9, -1)}`];
      expect(signed(header)).toEqual({ suspicion: { reasons } });
      expect(signed(header, { connection: 'hosting' }).bot?.category).toBe('automation');
    }
  });

  test('an invalid key address has no effect', () => {
    for (const header of ['chatgpt.com', '"http://chatgpt.com"', 'x', '"https://"', ',,']) {
      expect(signed(header)).toEqual({});
    }
  });

  test('by its name in the user agent of a browser; without one it only reads, and is a bot', () => {
    expect(judge(`${chrome} NovaAct/1.0`)).toEqual({
      agent: { name: 'NovaAct', operator: 'Amazon', reasons: ['user agent names NovaAct'] },
    });
    const google = `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Google-Agent; +https://developers.google.com/) Chrome/142.0.0.0 Safari/537.36`;
    expect(judge(google).agent?.name).toBe('Google-Agent');
    expect(judge(google, { headers: undefined }).agent?.name).toBe('Google-Agent');
    expect(detect('Mozilla/5.0 (compatible; Google-Agent)')?.category).toBe('ai_assistant');
    expect(
      detect(`${chrome}; compatible; ChatGPT-User/1.0; +https://openai.com/bot`),
    ).toMatchObject({
      name: 'ChatGPT-User',
      category: 'ai_assistant',
    });
  });

  test('a bot that signs stays one', () => {
    const headers = { ...complete, signatureAgent: '"https://chatgpt.com"' };
    expect(judge('GPTBot/1.3', { headers }).bot?.name).toBe('GPTBot');
  });
});

describe('backends', () => {
  const backend = { headers: undefined, connection: 'hosting' } as const;
  const libraries = [
    'node',
    'undici',
    'axios/1.12.2',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'Deno/2.1.0',
    'Bun/1.2.0',
    'python-requests/2.32.3',
    'Python/3.12 aiohttp/3.10.5',
    'python-httpx/0.27.2',
    'Python-urllib/3.12',
    'curl/8.9.1',
    'Wget/1.21.4',
    'Go-http-client/2.0',
    'okhttp/4.12.0',
    'Java/21.0.4',
    'Java-http-client/21.0.4',
    'Apache-HttpClient/5.3 (Java/21)',
    'Ruby',
    'Faraday v2.12.0',
    'GuzzleHttp/7',
    'Symfony HttpClient (Curl)',
    'reqwest/0.12.8',
    'Dart/3.5 (dart:io)',
    'RestSharp/112.0.0.0',
    'PostmanRuntime/7.42.0',
    'AcmeApp/12 CFNetwork/1568.100.1 Darwin/24.0.0',
  ];

  test('an HTTP library makes no bot of a backend, from a data centre either', () => {
    expect(libraries.filter((userAgent) => !isHttpLibrary(userAgent))).toEqual([]);
    expect(libraries.filter((userAgent) => detect(userAgent, backend))).toEqual([]);
  });

  test('neither does a name of its own, nor none', () => {
    for (const userAgent of ['acme-billing/2.3', 'Acme Shop', '']) {
      expect(detect(userAgent, backend)).toBeUndefined();
    }
  });

  test('a browser or a bot is no HTTP library', async () => {
    const browsers = await realBrowsers();
    expect(browsers.filter(({ userAgent }) => isHttpLibrary(userAgent))).toEqual([]);
    expect(isHttpLibrary('GPTBot/1.3')).toBe(false);
    expect(isHttpLibrary('')).toBe(false);
  });

  test('the user agent of a visitor that a backend hands on is judged by its name', () => {
    expect(detect('GPTBot/1.3', backend)?.name).toBe('GPTBot');
    expect(detect(chrome, backend)).toBeUndefined();
  });
});

test('the guide explains every category, in their order', async () => {
  const guide = await readFile(
    new URL('../../../../../docs/guides/bots.md', import.meta.url),
    'utf8',
  );
  const [table = ''] = /## Categories\n[^#]*/.exec(guide) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` +\| \w/gm)].map(([, category]) => category);
  expect(rows).toEqual(botCategories);
});
