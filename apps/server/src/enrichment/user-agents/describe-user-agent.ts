/**
 * Browser, system and kind of device from a user agent, as families without versions: browsers have frozen
 * most other details.
 */
import { UAParser } from 'ua-parser-js';
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import { agentFacts, userAgentLimit } from './agent-facts.ts';
import {
  browserFamilies,
  browserTokens,
  deviceTokens,
  linuxDistributions,
  systemFamilies,
  systemTokens,
} from './families.ts';

export interface Device {
  /** Chrome, Safari, Firefox, Edge, Opera, Samsung Internet, …; '' unknown. */
  browser: string;
  /** Windows, macOS, iOS, iPadOS, Android, Linux, ChromeOS, …; '' unknown. */
  os: string;
  device: DeviceKind;
}

/** '' for a program or unknown device. */
type DeviceKind = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'console' | 'wearable' | 'bot' | '';

const remembered = new RecentEntries<Device>(4000);

/** Apple's engine, used by all browsers there; Chrome's version is 537.36, even on a Mac. */
const ownEngine = /\bAppleWebKit\/6(?!.*\bChrome\/)/;

/**
 * Pure; caches thousands. An iPad claims to be a Mac, in Safari and app views, so a Mac counts as an iPad if it
 * requests mobile pages or has an iPad's screen (`screen`: 820x1180).
 */
export function describeUserAgent(userAgent: string, screen = ''): Device {
  const device = remember(userAgent);
  if (device.os !== 'macOS' || !isScreenOfIpad(screen) || !ownEngine.test(userAgent)) return device;
  const browser = device.browser === '' ? 'iOS WebView' : device.browser;
  return { browser, os: 'iPadOS', device: 'tablet' };
}

/**
 * An iPad reports its screen upright however it is held, from 744x1133 to 1192x1590; a rotated Mac screen is narrower for
 * its height (1080x1920, 1200x1920) or larger.
 */
function isScreenOfIpad(screen: string): boolean {
  const [width = 0, height = 0] = screen.split('x').map(Number);
  return width >= 700 && width < 1200 && height >= width * 1.3 && height <= width * 1.55;
}

function remember(userAgent: string): Device {
  const text = userAgent.slice(0, userAgentLimit);
  const cached = remembered.get(text);
  if (cached) return cached;
  const device = describe(text);
  remembered.set(text, device);
  return device;
}

function describe(userAgent: string): Device {
  const parser = new UAParser(userAgent);
  const os = systemOf(parser, userAgent);
  return { browser: browserOf(parser, userAgent, os), os, device: kindOf(parser, userAgent, os) };
}

function systemOf(parser: UAParser, userAgent: string): string {
  const token = systemTokens.find(([pattern]) => pattern.test(userAgent));
  if (token) return token[1];
  const { name = '' } = parser.getOS();
  if (linuxDistributions.test(name)) return 'Linux';
  if (name === '' && /\bWindows/.test(userAgent)) return 'Windows';
  return systemFamilies[name.toLowerCase()] ?? name;
}

function browserOf(parser: UAParser, userAgent: string, os: string): string {
  const token = browserTokens.find(([pattern]) => pattern.test(userAgent));
  if (token) return token[1];
  const { name = '' } = parser.getBrowser();
  // An app view on iOS has only its engine, one on older Android a version of Chrome too.
  if (name === 'WebKit' && (os === 'iOS' || os === 'iPadOS')) return 'iOS WebView';
  if (name === 'Android Browser' && /\bVersion\/4\.0 Chrome\//.test(userAgent)) {
    return 'Android WebView';
  }
  return browserFamilies[name.toLowerCase()] ?? name;
}

const kinds: Record<string, DeviceKind> = {
  mobile: 'mobile',
  tablet: 'tablet',
  smarttv: 'tv',
  console: 'console',
  wearable: 'wearable',
};

const desktopSystems = new Set(['Windows', 'macOS', 'Linux', 'ChromeOS', 'FreeBSD', 'OpenBSD']);

function kindOf(parser: UAParser, userAgent: string, os: string): DeviceKind {
  const { bot, isHttpLibrary } = agentFacts(userAgent);
  if (isHttpLibrary) return '';
  if (bot) return 'bot';
  const token = deviceTokens.find(([pattern]) => pattern.test(userAgent));
  if (token) return token[1];
  const { type } = parser.getDevice();
  if (type !== undefined) return kinds[type] ?? '';
  if (desktopSystems.has(os)) return 'desktop';
  if (os === 'iPadOS') return 'tablet';
  // On Android, only phones send Mobile.
  if (os === 'Android') return /Mobi|Opera Mini/.test(userAgent) ? 'mobile' : 'tablet';
  return os === 'iOS' ? 'mobile' : '';
}
