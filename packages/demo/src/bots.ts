/** Bots by their user agents, from their operators' documentation. */
import type { Random } from './random.ts';

export interface BotKind {
  name: string;
  userAgent: string;
  /** First three numbers of their networks. */
  networks: readonly string[];
  /** fetch: pages without scripts; render: a browser that runs the site's script. */
  way: 'fetch' | 'render';
  /** Pages per visit: least, most. */
  pages: readonly [number, number];
  weight: number;
}

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const google = ['66.249.64', '66.249.66', '66.249.79'];
const amazon = ['3.128.170', '3.208.0'];
const azure = ['48.160.0', '48.192.0'];

export const botKinds: readonly BotKind[] = [
  bot(
    'Googlebot',
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${chrome} Chrome/154.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    google,
    'fetch',
    [2, 12],
    10,
  ),
  bot(
    'bingbot',
    `Mozilla/5.0 ${chrome}; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/136.0.0.0 Safari/537.36`,
    ['157.55.39', '40.77.167'],
    'fetch',
    [2, 8],
    6,
  ),
  bot(
    'GPTBot',
    `Mozilla/5.0 ${chrome}; compatible; GPTBot/1.3; +https://openai.com/gptbot)`,
    azure,
    'fetch',
    [3, 15],
    7,
  ),
  bot(
    'ChatGPT-User',
    `Mozilla/5.0 ${chrome}; compatible; ChatGPT-User/1.0; +https://openai.com/bot`,
    azure,
    'fetch',
    [1, 3],
    7,
  ),
  bot(
    'OAI-SearchBot',
    `Mozilla/5.0 ${chrome}; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot`,
    azure,
    'fetch',
    [1, 5],
    3,
  ),
  bot(
    'ClaudeBot',
    `Mozilla/5.0 ${chrome}; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)`,
    ['160.79.104'],
    'fetch',
    [3, 12],
    6,
  ),
  bot(
    'PerplexityBot',
    `Mozilla/5.0 ${chrome}; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`,
    amazon,
    'fetch',
    [1, 5],
    3,
  ),
  bot(
    'Perplexity-User',
    `Mozilla/5.0 ${chrome}; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)`,
    amazon,
    'fetch',
    [1, 2],
    3,
  ),
  bot(
    'YandexBot',
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    ['95.108.128'],
    'fetch',
    [1, 5],
    2,
  ),
  bot(
    'Applebot',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
    ['17.0.0'],
    'fetch',
    [1, 5],
    2,
  ),
  bot(
    'AhrefsBot',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    ['54.36.42'],
    'fetch',
    [3, 15],
    4,
  ),
  bot(
    'SemrushBot',
    'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
    ['54.36.42'],
    'fetch',
    [3, 15],
    3,
  ),
  bot(
    'UptimeRobot',
    'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    ['45.55.0', '172.235.128'],
    'fetch',
    [1, 1],
    8,
  ),
  bot(
    'facebookexternalhit',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    ['57.145.0'],
    'fetch',
    [1, 2],
    2,
  ),
  bot(
    'Slackbot-LinkExpanding',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    amazon,
    'fetch',
    [1, 1],
    3,
  ),
  bot(
    'LinkedInBot',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    ['144.2.177'],
    'fetch',
    [1, 2],
    2,
  ),
  bot(
    'AdsBot-Google',
    'AdsBot-Google (+http://www.google.com/adsbot.html)',
    google,
    'fetch',
    [1, 3],
    3,
  ),
  bot(
    'HeadlessChrome',
    `Mozilla/5.0 (X11; Linux x86_64) ${chrome} HeadlessChrome/149.0.0.0 Safari/537.36`,
    ['46.224.0', '45.55.0', '68.183.0', '45.76.0'],
    'render',
    [1, 6],
    14,
  ),
];

function bot(
  name: string,
  userAgent: string,
  networks: readonly string[],
  way: BotKind['way'],
  pages: readonly [number, number],
  weight: number,
): BotKind {
  return { name, userAgent, networks, way, pages, weight };
}

export function pickBot(random: Random): BotKind {
  return random.weighted(botKinds);
}
