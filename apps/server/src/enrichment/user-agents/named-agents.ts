/*
 * Agents known by name, with operator and purpose. For others, isbot recognizes bots, and `bot-name.ts`
 * extracts their name. Sources: the operators' pages about their agents, and the MIT-licensed list
 * crawler-user-agents.
 */
import { aiAgents } from './ai-agents.ts';
import type { BotCategory } from './detect-bot.ts';

export interface AgentGroup {
  operator: string;
  category: BotCategory;
  /** Parts of user agents; also their names, up to a slash. */
  agents: string[];
  /** In a browser they act for a person, and are not bots. */
  act?: true;
}

const searchEngines: AgentGroup[] = [
  {
    operator: 'Google',
    category: 'search_engine',
    agents: [
      'Googlebot',
      'Googlebot-Image',
      'Googlebot-News',
      'Googlebot-Video',
      'Googlebot-Mobile',
      'GoogleOther',
      'Storebot-Google',
      'Google-InspectionTool',
      'Google-Site-Verification',
      'Mediapartners-Google',
      'AdsBot-Google',
      'APIs-Google',
      'Google-Read-Aloud',
      'Google-Safety',
      'FeedFetcher-Google',
    ],
  },
  { operator: 'Microsoft', category: 'search_engine', agents: ['bingbot', 'adidxbot', 'msnbot'] },
  {
    operator: 'Yandex',
    category: 'search_engine',
    agents: [
      'YandexBot',
      'YandexImages',
      'YandexMobileBot',
      'YandexRenderResourcesBot',
      'YandexMetrika',
      'YandexFavicons',
      'YandexWebmaster',
      'YandexDirect',
    ],
  },
  {
    operator: 'Baidu',
    category: 'search_engine',
    agents: ['Baiduspider', 'Baiduspider-render', 'Baiduspider-image'],
  },
  {
    operator: 'DuckDuckGo',
    category: 'search_engine',
    agents: ['DuckDuckBot', 'DuckDuckGo-Favicons-Bot'],
  },
  { operator: 'Apple', category: 'search_engine', agents: ['Applebot'] },
  { operator: 'Yahoo', category: 'search_engine', agents: ['Yahoo! Slurp', 'Y!J-ASR', 'Y!J-BRW'] },
  {
    operator: 'Sogou',
    category: 'search_engine',
    agents: ['Sogou web spider', 'Sogou inst spider', 'Sogou Pic Spider', 'Sogou News Spider'],
  },
  { operator: 'Huawei', category: 'search_engine', agents: ['PetalBot', 'AspiegelBot'] },
  { operator: 'Naver', category: 'search_engine', agents: ['Yeti/'] },
  { operator: 'Kakao', category: 'search_engine', agents: ['Daumoa', 'Daum/'] },
  { operator: 'Seznam', category: 'search_engine', agents: ['SeznamBot'] },
  { operator: 'Qwant', category: 'search_engine', agents: ['Qwantbot', 'Qwantify'] },
  { operator: 'Mojeek', category: 'search_engine', agents: ['MojeekBot'] },
  { operator: 'Brave', category: 'search_engine', agents: ['BraveBot'] },
  { operator: 'Mail.ru', category: 'search_engine', agents: ['Mail.RU_Bot'] },
  { operator: 'Qihoo 360', category: 'search_engine', agents: ['360Spider', 'HaoSouSpider'] },
  { operator: 'Alibaba', category: 'search_engine', agents: ['YisouSpider'] },
  { operator: 'Coc Coc', category: 'search_engine', agents: ['coccocbot-web', 'coccocbot-image'] },
  { operator: 'Seekport', category: 'search_engine', agents: ['SeekportBot', 'Seekport'] },
  { operator: 'Kagi', category: 'search_engine', agents: ['Kagibot'] },
  { operator: 'Yep', category: 'search_engine', agents: ['YepBot'] },
];

const seoTools: AgentGroup[] = [
  { operator: 'Ahrefs', category: 'seo', agents: ['AhrefsBot', 'AhrefsSiteAudit'] },
  {
    operator: 'Semrush',
    category: 'seo',
    agents: ['SemrushBot', 'SiteAuditBot', 'SplitSignalBot'],
  },
  { operator: 'Majestic', category: 'seo', agents: ['MJ12bot'] },
  { operator: 'Moz', category: 'seo', agents: ['DotBot', 'rogerbot'] },
  { operator: 'Screaming Frog', category: 'seo', agents: ['Screaming Frog SEO Spider'] },
  { operator: 'Babbar', category: 'seo', agents: ['Barkrowler'] },
  { operator: 'DataForSEO', category: 'seo', agents: ['DataForSeoBot'] },
  { operator: 'SE Ranking', category: 'seo', agents: ['SERankingBacklinksBot'] },
  { operator: 'Serpstat', category: 'seo', agents: ['serpstatbot'] },
  { operator: 'SISTRIX', category: 'seo', agents: ['SISTRIX'] },
  { operator: 'Botify', category: 'seo', agents: ['botify'] },
  { operator: 'Lumar', category: 'seo', agents: ['deepcrawl', 'Lumar'] },
  { operator: 'Oncrawl', category: 'seo', agents: ['OnCrawl'] },
  { operator: 'Sitebulb', category: 'seo', agents: ['Sitebulb'] },
  { operator: 'WebMeUp', category: 'seo', agents: ['BLEXBot'] },
];

const monitors: AgentGroup[] = [
  {
    operator: 'Google',
    category: 'monitoring',
    agents: ['Chrome-Lighthouse', 'GoogleStackdriverMonitoring', 'Google Page Speed Insights'],
  },
  { operator: 'UptimeRobot', category: 'monitoring', agents: ['UptimeRobot'] },
  {
    operator: 'SolarWinds',
    category: 'monitoring',
    agents: ['Pingdom.com_bot', 'PingdomPageSpeed'],
  },
  { operator: 'Pingdom', category: 'monitoring', agents: ['PingdomTMS', 'Pingdom'] },
  { operator: 'Datadog', category: 'monitoring', agents: ['DatadogSynthetics', 'Datadog Agent'] },
  {
    operator: 'New Relic',
    category: 'monitoring',
    agents: ['NewRelicSynthetics', 'NewRelicPinger'],
  },
  { operator: 'Dynatrace', category: 'monitoring', agents: ['RuxitSynthetic'] },
  {
    operator: 'Better Stack',
    category: 'monitoring',
    agents: ['Better Uptime Bot', 'BetterUptimeBot'],
  },
  { operator: 'StatusCake', category: 'monitoring', agents: ['StatusCake'] },
  { operator: 'Checkly', category: 'monitoring', agents: ['Checkly'] },
  { operator: 'Site24x7', category: 'monitoring', agents: ['Site24x7'] },
  { operator: 'GTmetrix', category: 'monitoring', agents: ['GTmetrix'] },
  { operator: 'Catchpoint', category: 'monitoring', agents: ['Catchpoint', 'PTST/'] },
  { operator: 'Uptime Kuma', category: 'monitoring', agents: ['Uptime-Kuma'] },
  { operator: 'Cloudflare', category: 'monitoring', agents: ['Cloudflare-Healthchecks'] },
  { operator: 'HetrixTools', category: 'monitoring', agents: ['HetrixTools'] },
  { operator: 'NodePing', category: 'monitoring', agents: ['NodePing'] },
  { operator: 'Oh Dear', category: 'monitoring', agents: ['OhDear'] },
  { operator: 'Freshworks', category: 'monitoring', agents: ['FreshpingBot'] },
  { operator: 'Uptrends', category: 'monitoring', agents: ['Uptrends'] },
  { operator: 'updown.io', category: 'monitoring', agents: ['updown.io'] },
  { operator: 'Sentry', category: 'monitoring', agents: ['SentryUptimeBot'] },
  { operator: 'Zabbix', category: 'monitoring', agents: ['Zabbix'] },
  { operator: 'Siteimprove', category: 'monitoring', agents: ['Siteimprove.com'] },
  { operator: 'Monsido', category: 'monitoring', agents: ['Monsidobot'] },
  { operator: 'W3C', category: 'monitoring', agents: ['W3C_Validator', 'W3C-checklink'] },
  { operator: 'Yellow Lab Tools', category: 'monitoring', agents: ['YLT Chrome'] },
];

const linkPreviews: AgentGroup[] = [
  {
    operator: 'Apple',
    category: 'link_preview',
    // iMessage sends this: it mentions both, and is neither.
    agents: ['facebookexternalhit/1.1 Facebot Twitterbot/1.0'],
  },
  {
    operator: 'Meta',
    category: 'link_preview',
    agents: ['facebookexternalhit', 'facebookcatalog', 'Facebot', 'WhatsApp/'],
  },
  { operator: 'X', category: 'link_preview', agents: ['Twitterbot'] },
  {
    operator: 'Slack',
    category: 'link_preview',
    agents: ['Slackbot-LinkExpanding', 'Slackbot', 'Slack-ImgProxy'],
  },
  { operator: 'LinkedIn', category: 'link_preview', agents: ['LinkedInBot'] },
  { operator: 'Discord', category: 'link_preview', agents: ['Discordbot'] },
  { operator: 'Telegram', category: 'link_preview', agents: ['TelegramBot'] },
  {
    operator: 'Microsoft',
    category: 'link_preview',
    agents: ['SkypeUriPreview', 'BingPreview', 'MicrosoftPreview'],
  },
  { operator: 'Pinterest', category: 'link_preview', agents: ['Pinterestbot'] },
  { operator: 'Reddit', category: 'link_preview', agents: ['redditbot'] },
  { operator: 'Snap', category: 'link_preview', agents: ['Snap URL Preview Service'] },
  { operator: 'Viber', category: 'link_preview', agents: ['Viber/'] },
  { operator: 'VK', category: 'link_preview', agents: ['vkShare'] },
  { operator: 'LY Corporation', category: 'link_preview', agents: ['Linespider'] },
  { operator: 'Embedly', category: 'link_preview', agents: ['Embedly'] },
  { operator: 'Iframely', category: 'link_preview', agents: ['Iframely'] },
  { operator: 'Bluesky', category: 'link_preview', agents: ['Bluesky Cardyb'] },
  { operator: 'Mastodon', category: 'link_preview', agents: ['Mastodon/'] },
  { operator: 'Notion', category: 'link_preview', agents: ['NotionEmbedder'] },
];

const tools: AgentGroup[] = [
  {
    operator: '',
    category: 'headless_browser',
    agents: ['HeadlessChrome', 'HeadlessEdg', 'HeadlessShell', 'PhantomJS', 'SlimerJS'],
  },
  {
    operator: '',
    category: 'automation',
    agents: ['Playwright', 'Puppeteer', 'Selenium', 'WebDriver', 'Cypress', 'Scrapy', 'HTTrack'],
  },
  { operator: 'Internet Archive', category: 'other', agents: ['archive.org_bot', 'ia_archiver'] },
  { operator: 'Miniature.io', category: 'other', agents: ['Miniature.io'] },
];

export const namedAgents: AgentGroup[] = [
  ...aiAgents,
  ...searchEngines,
  ...seoTools,
  ...monitors,
  ...linkPreviews,
  ...tools,
];
