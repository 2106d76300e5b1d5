/** What a user agent says by itself, worked out once for a string. */
import { isbot } from 'isbot';
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import { nameInAgent } from './bot-name.ts';
import type { BotCategory } from './detect-bot.ts';
import { namesHttpLibrary } from './http-libraries.ts';
import { namedAgents } from './named-agents.ts';

export interface AgentFacts {
  bot: NamedBot | undefined;
  isHttpLibrary: boolean;
  /** The browser that it claims to be; undefined when it is not written as browsers are. */
  browser: ClaimedBrowser | undefined;
}

interface NamedBot {
  /** Empty when the string gives none. */
  name: string;
  operator: string;
  category: BotCategory;
  /** It says what it is. Otherwise it only does not look like a browser, as a backend's does not. */
  isDeclared: boolean;
  /** In a browser it acts for a person. */
  acts: boolean;
}

export interface ClaimedBrowser {
  /** Chromium as a whole browser: a view inside an app sends other headers, and is `other`. */
  engine: 'chromium' | 'firefox' | 'safari' | 'other';
  major: number;
}

const remembered = new RecentEntries<AgentFacts>(4000);

/**
 * Characters that are looked at and stored; what browsers and bots send is shorter. The lists of patterns
 * from elsewhere (isbot, ua-parser-js) take more than proportional time, which so few bound.
 */
export const userAgentLimit = 256;

export function agentFacts(userAgent: string): AgentFacts {
  const text = userAgent.slice(0, userAgentLimit);
  const cached = remembered.get(text);
  if (cached) return cached;
  const facts = readAgent(text);
  remembered.set(text, facts);
  return facts;
}

function readAgent(userAgent: string): AgentFacts {
  return {
    bot: readBot(userAgent),
    isHttpLibrary: namesHttpLibrary(userAgent),
    browser: claimedBrowser(userAgent),
  };
}

const agentsByName = new Map(
  namedAgents.flatMap(({ operator, category, agents, act: acts = false }) =>
    agents.map((agent) => {
      const name = agent.replace(/\/.*/, '');
      return [agent.toLowerCase(), { name, operator, category, isDeclared: true, acts }] as const;
    }),
  ),
);
// The longer first: Googlebot-Image is not Googlebot. A name does not begin within a word, and
// "like Googlebot" is somebody else.
const anyNamedAgent = new RegExp(
  `(?<![a-z]|like |following |with )(?:${[...agentsByName.keys()]
    .sort((one, other) => other.length - one.length)
    .map((agent) => agent.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')})`,
  'i',
);

/**
 * Parts that isbot takes for those of bots: WeChat's processes on Android and its simulator, what
 * Alipay says of the network, analytics inside an app, televisions, Sogou's browsers, and what Google Translate adds to
 * the user agent of who reads through it.
 */
const ordinaryParts =
  /\bProcess\/tools\w*|\bwechatdevtools\b|\bAlipayDefined\([^)]*\)|\bAnalysysAgent\b|\bGoogle ?TV\b|\bSogou(?:MSE|MobileBrowser|Search)\b|,gzip\(gfe\)|,? ?\(via translate\.google\.[a-z.]{2,6}\)/g;

/**
 * What a phone or television calls itself where a browser on Android tells it: some are called "Spider 8" or
 * "Discovery SE". A bot that stands there has an address, a version, or is called one in a word.
 */
const deviceModel =
  /^(Mozilla\/5\.0 \(Linux; (?:U; )?Android [\d.]{1,8}); (?:[a-z]{2}-[a-z]{2}; )?([^;()]{1,60})(?=[;)])/i;
const modelOfBot = /bot\b|bots?[/_-]|crawl|compatible|https?:|@/i;

const declaration =
  /bot\b|bots?[/_-]|crawl|spider|slurp|archive|fetch|scrap|headless|monitor|preview|uptime|validator|checker|https?:|@/i;

function readBot(userAgent: string): NamedBot | undefined {
  const match = anyNamedAgent.exec(userAgent)?.[0].toLowerCase();
  if (match !== undefined) return agentsByName.get(match);
  if (namesHttpLibrary(userAgent)) {
    const name = nameInAgent(userAgent);
    return { name, operator: '', category: 'http_client', isDeclared: false, acts: false };
  }
  if (!isbot(asUsual(withEnd(userAgent)))) return undefined;
  const isDeclared = declaration.test(userAgent);
  const name = nameInAgent(userAgent);
  return { name, operator: '', category: categoryOf(userAgent), isDeclared, acts: false };
}

/** Without what isbot takes for a bot's, and is not. */
function asUsual(userAgent: string): string {
  return userAgent
    .replaceAll(ordinaryParts, '')
    .replace(deviceModel, (whole, system: string, model: string) =>
      modelOfBot.test(model) ? whole : system,
    );
}

/** One that was cut ends as a whole one does: isbot takes what breaks off for a bot's. */
function withEnd(userAgent: string): string {
  if (userAgent.length < userAgentLimit) return userAgent;
  return `${userAgent.replace(/(?<![\s;])[\s;]+[^\s;]*$/, '')})`;
}

const hints: [RegExp, BotCategory][] = [
  [/headless|phantomjs|splash /i, 'headless_browser'],
  [/selenium|webdriver|puppeteer|playwright/i, 'automation'],
  [/gpt|llm|claude|\bai[-_ ]?(?:bot|agent|search|crawl)|chatbot/i, 'ai_crawler'],
  [/seo|backlink|serp|site-?audit/i, 'seo'],
  [/uptime|monitor|synthetic|health-?check|pagespeed|status|\bping/i, 'monitoring'],
  [/preview|unfurl|embed|link-?expan/i, 'link_preview'],
  [/search|indexer/i, 'search_engine'],
];

function categoryOf(userAgent: string): BotCategory {
  return hints.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';
}

/** Browsers made of Chromium that leave out headers which Chrome sends, and views inside apps. */
const leavesOutHeaders =
  /; wv\)|\bVersion\/[\d.]+ Chrome\/|Electron\/|MiuiBrowser|UC ?Browser|QQBrowser|HeyTapBrowser|VivoBrowser|HuaweiBrowser|HonorBrowser|QtWebEngine|SmartTV|SMART-TV|Web0S|Tizen|CrKey|FBA[NV]\/|Instagram|MicroMessenger/i;

function claimedBrowser(userAgent: string): ClaimedBrowser | undefined {
  if (!/^(?:Mozilla|Opera)\/\d/.test(userAgent)) return undefined;
  const [, chromium] = /\bChrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? [];
  if (chromium !== undefined) {
    const isWhole = !leavesOutHeaders.test(userAgent);
    return { engine: isWhole ? 'chromium' : 'other', major: Number(chromium) };
  }
  const [, firefox] = / Gecko\/[\d.]+ Firefox\/(\d+)/.exec(userAgent) ?? [];
  if (firefox !== undefined) return { engine: 'firefox', major: Number(firefox) };
  const [, safari] =
    /\) Version\/(\d+)(?:\.[\d.]*)? (?:Mobile\/\w+ )?Safari\//.exec(userAgent) ?? [];
  return { engine: safari === undefined ? 'other' : 'safari', major: Number(safari ?? 0) };
}
