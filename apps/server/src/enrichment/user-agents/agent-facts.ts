/** Facts in a user agent string, cached. */
import { isbot } from 'isbot';
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import { nameInAgent } from './bot-name.ts';
import type { BotCategory } from './detect-bot.ts';
import { namesHttpLibrary } from './http-libraries.ts';
import { namedAgents } from './named-agents.ts';

export interface AgentFacts {
  bot: NamedBot | undefined;
  isHttpLibrary: boolean;
  /** The browser it claims to be; undefined if not in a browser's format. */
  browser: ClaimedBrowser | undefined;
}

interface NamedBot {
  /** Empty if not in the string. */
  name: string;
  operator: string;
  category: BotCategory;
  /** It identifies itself. Otherwise it merely does not look like a browser, as with backends. */
  isDeclared: boolean;
  /** In a browser, it acts for a person. */
  acts: boolean;
}

export interface ClaimedBrowser {
  /** Chromium as a complete browser: app views send other headers, and are `other`. */
  engine: 'chromium' | 'firefox' | 'safari' | 'other';
  major: number;
}

const remembered = new RecentEntries<AgentFacts>(4000);

/**
 * Characters examined and stored; browsers and bots send fewer. Third-party patterns (isbot, ua-parser-js)
 * take more than linear time, which this bounds.
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
// Longer names first: Googlebot-Image is not Googlebot. A name does not begin within a word, and "like
// Googlebot" means something else.
const anyNamedAgent = new RegExp(
  `(?<![a-z]|like |following |with )(?:${[...agentsByName.keys()]
    .sort((one, other) => other.length - one.length)
    .map((agent) => agent.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')})`,
  'i',
);

/**
 * Parts that isbot takes for bots: WeChat's Android processes and simulator, Alipay's network data, in-app analytics,
 * televisions, Sogou's browsers, and what Google Translate adds to its readers' user agent.
 */
const ordinaryParts =
  /\bProcess\/tools\w*|\bwechatdevtools\b|\bAlipayDefined\([^)]*\)|\bAnalysysAgent\b|\bGoogle ?TV\b|\bSogou(?:MSE|MobileBrowser|Search)\b|,gzip\(gfe\)|,? ?\(via translate\.google\.[a-z.]{2,6}\)/g;

/**
 * Android device models, some of which are called "Spider 8" or "Discovery SE". A bot in this position has a
 * URL, a version, or the word bot.
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

/** Without parts that isbot mistakes for a bot's. */
function asUsual(userAgent: string): string {
  return userAgent
    .replaceAll(ordinaryParts, '')
    .replace(deviceModel, (whole, system: string, model: string) =>
      modelOfBot.test(model) ? whole : system,
    );
}

/** Completes a truncated string, since isbot takes a broken one for a bot's. */
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

/** Chromium browsers that omit headers which Chrome sends, and app views. */
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
