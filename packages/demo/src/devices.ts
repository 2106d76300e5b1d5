/**
 * Browsers and screens: common strings and sizes in the data of the package user-agents (Intoli,
 * BSD-2-Clause).
 */
import type { Random } from './random.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const linux = 'Mozilla/5.0 (X11; Linux x86_64)';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const appleWebKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X)';
const android = 'Mozilla/5.0 (Linux; Android 10; K)';

const desktopAgents = [
  { weight: 24, text: `${windows} ${webKit} Chrome/154.0.0.0 Safari/537.36` },
  { weight: 10, text: `${windows} ${webKit} Chrome/153.0.0.0 Safari/537.36` },
  { weight: 16, text: `${mac} ${webKit} Chrome/154.0.0.0 Safari/537.36` },
  { weight: 7, text: `${mac} ${webKit} Chrome/153.0.0.0 Safari/537.36` },
  { weight: 4, text: `${linux} ${webKit} Chrome/154.0.0.0 Safari/537.36` },
  { weight: 14, text: `${windows} ${webKit} Chrome/154.0.0.0 Safari/537.36 Edg/154.0.0.0` },
  { weight: 4, text: `${windows} ${webKit} Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0` },
  { weight: 8, text: `${mac} ${appleWebKit} Version/26.6.2 Safari/605.1.15` },
  { weight: 3, text: `${mac} ${appleWebKit} Version/27.0 Safari/605.1.15` },
  {
    weight: 5,
    text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:156.0) Gecko/20100101 Firefox/156.0',
  },
  { weight: 2, text: 'Mozilla/5.0 (X11; Linux x86_64; rv:156.0) Gecko/20100101 Firefox/156.0' },
  { weight: 2, text: `${windows} ${webKit} Chrome/152.0.0.0 Safari/537.36 OPR/136.0.0.0` },
] as const;

const phoneAgents = [
  { weight: 30, text: `${iPhone} ${appleWebKit} Version/26.6.1 Mobile/15E148 Safari/604.1` },
  { weight: 12, text: `${iPhone} ${appleWebKit} Version/27.0 Mobile/15E148 Safari/604.1` },
  { weight: 6, text: `${iPhone} ${appleWebKit} CriOS/154.0.8037.55 Mobile/15E148 Safari/604.1` },
  { weight: 24, text: `${android} ${webKit} Chrome/154.0.0.0 Mobile Safari/537.36` },
  { weight: 12, text: `${android} ${webKit} Chrome/153.0.0.0 Mobile Safari/537.36` },
  {
    weight: 8,
    text: `${android} ${webKit} SamsungBrowser/30.0 Chrome/143.0.0.0 Mobile Safari/537.36`,
  },
  { weight: 2, text: 'Mozilla/5.0 (Android 16; Mobile; rv:156.0) Gecko/156.0 Firefox/156.0' },
] as const;

const webView = 'Mozilla/5.0 (Linux; Android 16; Pixel 9 Build/BP2A.250605.031; wv)';
const appAgents = [
  { weight: 1, text: `${webView} ${webKit} Version/4.0 Chrome/154.0.0.0 Mobile Safari/537.36` },
  { weight: 1, text: `${iPhone} ${appleWebKit} Mobile/15E148` },
] as const;

const desktopScreens = [
  { weight: 30, width: 1920, height: 1080 },
  { weight: 14, width: 1536, height: 864 },
  { weight: 12, width: 1512, height: 982 },
  { weight: 12, width: 2560, height: 1440 },
  { weight: 10, width: 1440, height: 900 },
  { weight: 8, width: 1366, height: 768 },
  { weight: 6, width: 1680, height: 1050 },
] as const;

const phoneScreens = [
  { weight: 26, width: 390, height: 844 },
  { weight: 18, width: 393, height: 852 },
  { weight: 16, width: 412, height: 915 },
  { weight: 10, width: 402, height: 874 },
  { weight: 10, width: 360, height: 780 },
  { weight: 8, width: 440, height: 956 },
] as const;

export type DeviceKind = 'computer' | 'phone' | 'app';

export interface Hardware {
  kind: DeviceKind;
  userAgent: string;
  /** In pixels. */
  screen: { width: number; height: number };
}

const agents = { computer: desktopAgents, phone: phoneAgents, app: appAgents } as const;

export function makeHardware(kind: DeviceKind, random: Random): Hardware {
  const list: readonly { weight: number; text: string }[] = agents[kind];
  const { text } = random.weighted(list);
  const { width, height } = random.weighted<(typeof desktopScreens | typeof phoneScreens)[number]>(
    kind === 'computer' ? desktopScreens : phoneScreens,
  );
  return { kind, userAgent: text, screen: { width, height } };
}
