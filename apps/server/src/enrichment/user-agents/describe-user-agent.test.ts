import { describe, expect, test } from 'vitest';
import { processorMs } from '../../testing/processor-time.ts';
import { describeUserAgent } from './describe-user-agent.ts';
import { currentBrowsers, labelledAgents, realBrowsers } from './testdata/read-test-data.ts';

/** Families for the names of ua-parser-js's cases; a name that is not here is the same in both. */
const browsers: Record<string, string> = {
  'Mobile Safari': 'Safari',
  'Chrome Headless': 'Headless Chrome',
  'Chrome WebView': 'Android WebView',
  IE: 'Internet Explorer',
  IEMobile: 'Internet Explorer',
  'Opera Mobi': 'Opera',
  'Opera Tablet': 'Opera',
  'Opera Touch': 'Opera',
  'Opera Coast': 'Opera',
  Fennec: 'Firefox',
  'Firefox Focus': 'Firefox',
  'Firefox Reality': 'Firefox',
  'Samsung Browser': 'Samsung Internet',
  Silk: 'Amazon Silk',
  Yandex: 'Yandex Browser',
  UCBrowser: 'UC Browser',
  QQ: 'QQ Browser',
  QQBrowser: 'QQ Browser',
  QQBrowserLite: 'QQ Browser',
  'WeChat(Win) Desktop': 'WeChat',
  baiduboxapp: 'Baidu',
  baidubrowser: 'Baidu',
  BIDUBrowser: 'Baidu',
  MetaSr: 'Sogou Explorer',
  GSA: 'Google App',
  Line: 'LINE',
  Avant: 'Avant Browser',
  Slim: 'SlimBrowser',
  PaleMoon: 'Pale Moon',
  NokiaBrowser: 'Nokia Browser',
  '2345Explorer': '2345 Browser',
};

/** An iPad has a system of its own name since 2019; distributions are Linux. */
const systems: Record<string, string> = {
  'Mac OS': 'macOS',
  'Chromium OS': 'ChromeOS',
  'Windows Phone OS': 'Windows Phone',
  'Android-x86': 'Android',
  'RIM Tablet OS': 'BlackBerry',
  KAIOS: 'KaiOS',
  Series40: 'Nokia S40',
};
const distributions =
  /^(?:Arch|CentOS|Debian|Deepin|Fedora|Gentoo|Joli|Kubuntu|Linpus|Linspire|Mandriva|Manjaro|Mint|PCLinuxOS|Raspbian|Red ?Hat|SUSE|Sabayon|Slackware|Ubuntu|Zenwalk|elementary OS)$/i;

describe('families', () => {
  test('97 % of the labelled browsers are recognised', async () => {
    const cases = await labelledAgents('browser');
    const wrong = cases.filter(({ label, userAgent }) => {
      return describeUserAgent(userAgent).browser !== (browsers[label] ?? label);
    });
    expect(cases.length).toBe(147);
    expect(wrong.length / cases.length, list(wrong)).toBeLessThanOrEqual(0.03);
  });

  test('97 % of the labelled systems are recognised', async () => {
    const cases = await labelledAgents('os');
    const wrong = cases.filter(({ label, userAgent }) => {
      const expected = distributions.test(label) ? 'Linux' : (systems[label] ?? label);
      const { os } = describeUserAgent(userAgent);
      return os !== expected && !(label === 'iOS' && os === 'iPadOS' && /iPad/.test(userAgent));
    });
    expect(cases.length).toBe(124);
    expect(wrong.length / cases.length, list(wrong)).toBeLessThanOrEqual(0.03);
  });

  test('97 % of 5,000 real browsers get the system of their navigator.platform', async () => {
    const visits = await realBrowsers();
    const wrong = visits.filter(({ platform, userAgent }) => {
      const { os } = describeUserAgent(userAgent);
      return !platforms.find(([pattern]) => pattern.test(platform))?.[1].includes(os);
    });
    expect(wrong.length / visits.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.03);
  });

  test('every one of 5,000 real browsers has a family, a system and a kind of device', async () => {
    const visits = await realBrowsers();
    const without = visits.filter(({ userAgent }) => {
      const { browser, os, device } = describeUserAgent(userAgent);
      return browser === '' || os === '' || device === '' || device === 'bot';
    });
    expect(without.length / visits.length, JSON.stringify(without)).toBeLessThanOrEqual(0.005);
  });
});

test('every one of 1,777 current browsers has a system and a kind of device', async () => {
  const strings = await currentBrowsers();
  const without = strings.filter((userAgent) => {
    const { os, device } = describeUserAgent(userAgent);
    return os === '' || device === '' || device === 'bot';
  });
  expect(without).toEqual([]);
});

const platforms: [RegExp, string[]][] = [
  [/^Win/, ['Windows']],
  // Windows Phone and KaiOS aside, ARM and Linux are Android's, a Chromebook's or a television's too.
  [/^Linux|^$/, ['Linux', 'Android', 'ChromeOS', 'webOS', 'Tizen', 'KaiOS', 'HarmonyOS']],
  [/^Mac/, ['macOS', 'iPadOS']],
  [/^iPhone|^iPod/, ['iOS']],
  [/^iPad/, ['iPadOS']],
  [/^FreeBSD/, ['FreeBSD']],
  [/^OpenBSD/, ['OpenBSD']],
];

function list(cases: { label: string; userAgent: string }[]): string {
  return cases.map(({ label, userAgent }) => `${label}: ${userAgent}`).join('\n');
}

describe('single strings', () => {
  const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
  test.for([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36`,
      'Chrome',
      'Windows',
      'desktop',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/142.0.0.0`,
      'Edge',
      'Windows',
      'desktop',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.5 Safari/605.1.15`,
      'Safari',
      'macOS',
      'desktop',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit} Version/18.5 Mobile/15E148 Safari/604.1`,
      'Safari',
      'iOS',
      'mobile',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`,
      'Chrome',
      'iOS',
      'mobile',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${webKit} Version/18.5 Mobile/15E148 Safari/604.1`,
      'Safari',
      'iPadOS',
      'tablet',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} CriOS/142 Version/11.1.1 Safari/605.1.15`,
      'Chrome',
      'iPadOS',
      'tablet',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`,
      'Chrome',
      'Android',
      'mobile',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Safari/537.36`, 'Chrome', 'Android', 'tablet'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
      'mobile',
    ],
    [
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Firefox',
      'Linux',
      'desktop',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`,
      'Chrome',
      'ChromeOS',
      'desktop',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 OPR/120.0.0.0`,
      'Opera',
      'Windows',
      'desktop',
    ],
    [
      `Mozilla/5.0 (Web0S; Linux/SmartTV) ${blink} Safari/537.36 WebAppManager`,
      'Chrome',
      'webOS',
      'tv',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit} Mobile/15E148 [FBAN/FBIOS;FBAV/530.0.0]`,
      'Facebook',
      'iOS',
      'mobile',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36`,
      'Android WebView',
      'Android',
      'mobile',
    ],
    [
      `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)`,
      '',
      '',
      'bot',
    ],
    ['node', '', '', ''],
    ['', '', '', ''],
    [
      `Mozilla/5.0 (Linux; Android 9; GOOGLE TV 4K) ${blink} Safari/537.36`,
      'Chrome',
      'Android',
      'tv',
    ],
    [
      `Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K VH2) ${blink} Safari/537.36 HbbTV/1.5.1`,
      'Chrome',
      'Linux',
      'tv',
    ],
    [
      `Mozilla/5.0 (PlayStation; PlayStation 5/9.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Safari/605.1.15`,
      'Safari',
      'PlayStation',
      'console',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) ${blink} Safari/537.36 Edg/142.0.0.0`,
      'Edge',
      'Xbox',
      'console',
    ],
    [
      `Mozilla/5.0 (Linux; Android 13; SM-R930) ${blink} Mobile Safari/537.36`,
      'Chrome',
      'Android',
      'wearable',
    ],
  ])('%s: %s on %s, %s', ([userAgent = '', browser, os, device]) => {
    expect(describeUserAgent(userAgent)).toEqual({ browser, os, device });
  });

  const ofMac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.5 Safari/605.1.15`;

  test.for([
    '744x1133',
    '768x1024',
    '810x1080',
    '820x1180',
    '834x1194',
    '1024x1366',
    '1032x1376',
    '1192x1590',
  ])("Safari of a Mac with the screen %s is an iPad's", (screen) => {
    const ipad = { browser: 'Safari', os: 'iPadOS', device: 'tablet' };
    expect(describeUserAgent(ofMac, screen)).toEqual(ipad);
    const chrome = describeUserAgent(`${ofMac.replace(/Version.*/, '')}Chrome/142.0.0.0`, screen);
    expect(chrome.os).toBe('macOS');
  });

  test.for(['', '1440x900', '1728x1117', '1080x1920', '1200x1920', '1200x1600', '0x0', 'x', 'axb'])(
    'and with the screen %j a Mac',
    (screen) => {
      const mac = { browser: 'Safari', os: 'macOS', device: 'desktop' };
      expect(describeUserAgent(ofMac, screen)).toEqual(mac);
    },
  );

  test.for<[string, string, string?]>([
    ['SMART-TV; LINUX; Tizen 6.0) {kit} 76.0.3809.146/6.0 TV Safari/537.36', 'tv'],
    ['Web0S; Linux/SmartTV) {chrome} Safari/537.36 WebAppManager', 'tv'],
    ['Linux; Android 10; BRAVIA 4K UR2 Build/QTG3.200305.006.S292) {chrome} Safari/537.36', 'tv'],
    [
      'Linux; Android 12; Chromecast Build/STTE.230319.008; wv) {chrome} Mobile Safari/537.36',
      'tv',
    ],
    ['X11; Linux armv7l) {chrome} Safari/537.36 CrKey/1.56.500000 DeviceType/Chromecast', 'tv'],
    ['Linux; Android 9; AFTMM Build/NS6271; wv) {chrome} Mobile Safari/537.36', 'tv'],
    [
      'Linux armv7l) {chrome} Safari/537.36 HbbTV/1.5.1 (+DRM; Philips; 43PUS7906; TPM211E; en)',
      'tv',
    ],
    [
      'Linux; Android 11; SHIELD Android TV Build/RQ1A.210105.003; wv) {chrome} Safari/537.36',
      'tv',
    ],
    ['Linux; Android 9; MIBOX4 Build/PI) {chrome} Safari/537.36', 'tv'],
    ['Linux; Android 11; Smart TV Pro Build/RTT2.211108.001) {chrome} Safari/537.36', 'tv'],
    ['Linux; Android 11; OnePlus TV Y1S) {chrome} Safari/537.36', 'tv'],
    ['Linux; Android 14; AOSP TV on x86) {chrome} Safari/537.36', 'tv'],
    ['Linux; Android 13; SM-X700) {chrome} Safari/537.36', 'tablet'],
    ['Linux; Android 12; SM-T500 Build/SP1A; wv) {chrome} Safari/537.36', 'tablet'],
    [
      'Linux; Android 11; KFTRWI) {kit} Silk/120.2.1 like Chrome/120.0.6099.230 Safari/537.36',
      'tablet',
    ],
    ['Android 14; Tablet; rv:133.0) Gecko/133.0 Firefox/133.0', 'tablet'],
    ['Linux; Android 12; Lenovo TB-J606F) {chrome} Safari/537.36', 'tablet'],
    ['Linux; Android 14; Pixel Tablet) {chrome} Safari/537.36', 'tablet'],
    [
      'Linux; Android 10; HarmonyOS; BAH4-W09; HMSCore 6.13.0.302) {chrome} Safari/537.36',
      'tablet',
    ],
    ['Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'mobile'],
    ['Linux; Android 14; SM-F946B) {chrome} Mobile Safari/537.36', 'mobile'],
    ['Linux; Android 6.0; Discovery SE) {chrome} Mobile Safari/537.36', 'mobile'],
    ['X11; CrOS aarch64 14541.0.0) {chrome} Safari/537.36', 'desktop'],
    ['Windows NT 10.0; Win64; x64; Touch) {chrome} Safari/537.36', 'desktop'],
    // A phone that asks for the pages of desktops says no more than this.
    ['X11; Linux x86_64) {chrome} Safari/537.36', 'desktop'],
    [
      'Macintosh; Intel Mac OS X 10_15_7) {webkit} Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15',
      'tablet',
    ],
    ['Macintosh; Intel Mac OS X 10_15_7) {webkit}', 'tablet', '820x1180'],
    [
      'Macintosh; Intel Mac OS X 10_15_7) {webkit} Version/17.5 Safari/605.1.15 Ddg/17.5',
      'tablet',
      '834x1194',
    ],
    ['Macintosh; Intel Mac OS X 10_15_7) {webkit}', 'desktop', '1440x900'],
    ['Macintosh; Intel Mac OS X 10_15_7) {chrome} Safari/537.36', 'desktop', '820x1180'],
    [
      'Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
      'desktop',
      '820x1180',
    ],
  ])('Mozilla/5.0 (%s is a device of the kind %s', ([text, kind, screen]) => {
    const agent = `Mozilla/5.0 (${text}`
      .replace('{webkit}', webKit)
      .replace('{chrome}', blink)
      .replace('{kit}', 'AppleWebKit/537.36 (KHTML, like Gecko)');
    expect(describeUserAgent(agent, screen).device).toBe(kind);
  });

  test('a long or hostile string is read in a moment', () => {
    const begun = processorMs();
    for (const part of ['a', '(', 'Mozilla/5.0 (', 'Version/', 'iPad ', 'FBAN/', 'OPR/1.', ' ']) {
      describeUserAgent(part.repeat(5000));
    }
    expect(processorMs() - begun).toBeLessThan(500);
  });
});
