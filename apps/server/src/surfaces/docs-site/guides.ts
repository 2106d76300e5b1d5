/** The guides of docs/guides as pages. */
import { readdir } from 'node:fs/promises';
import { html } from '../../platform/common/html.ts';
import { ownCommand } from '../../platform/common/own-command.ts';
import { readServed, servedFolder } from '../../platform/served-file.ts';
import { guidePath, layout, type Site } from './layout.ts';
import { markdown, slug } from './markdown.ts';

/** In reading order; others follow by name. */
const order = [
  'quick-start',
  'questions',
  'demo',
  'authentication',
  'ingest',
  'first-party',
  'senders',
  'import',
  'intelligence',
  'trust',
  'people',
  'companies',
  'sources',
  'campaigns',
  'bots',
  'why',
  'personality',
  'filters',
  'segments',
  'stats',
  'search',
  'live',
  'mcp',
  'settings',
  'accounts',
  'privacy',
  'access-requests',
  'erasure',
  'audit-log',
  'completeness',
  'clients',
  'pagination',
  'exports',
  'clickhouse',
  'limits',
  'deploy',
  'operations',
  'upgrade',
  'idempotency',
  'errors',
];

export interface Guide {
  name: string;
  title: string;
  source: string;
}

export async function readGuides(): Promise<Guide[]> {
  const files = (await readdir(new URL('guides/', servedFolder)))
    .filter((file) => file.endsWith('.md'))
    .sort();
  const guides = await Promise.all(
    files.map(async (file) => {
      const source = (await readServed(`guides/${file}`)).toString();
      const name = file.replace(/\.md$/, '');
      return { name, title: /^# (.*)$/m.exec(source)?.[1] ?? name, source };
    }),
  );
  const place = ({ name }: Guide) => (order.includes(name) ? order.indexOf(name) : order.length);
  return guides.sort((one, other) => place(one) - place(other));
}

/** Names of images in guides. */
export function readImageNames(): Promise<string[]> {
  return readdir(new URL('guides/images/', servedFolder));
}

export function guidePage(site: Site, { name, title, source }: Guide): string {
  const ownWords = source
    .replaceAll('http://127.0.0.1:8080', site.url)
    .replaceAll('./footfall ', `${ownCommand} `);
  const headings = [...source.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  return layout(site, {
    title,
    path: `/docs/guides/${name}`,
    nav: [
      {
        title: 'On this page',
        links: headings.map((heading) => ({
          href: `#${slug(heading)}`,
          label: heading.replaceAll('`', ''),
        })),
      },
      { title: 'Reference', links: [{ href: `${site.base}/docs`, label: 'API reference' }] },
    ],
    main: html`<article class="guide">
${markdown(ownWords, { link: (target) => guideLink(site, target) })}
</article>`,
  });
}

/** Converts links between repository files to links between pages. */
function guideLink(site: Site, target: string): string {
  if (target === '../errors.md') return `${site.base}/docs#errors`;
  const [, name, hash = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(target) ?? [];
  if (name) return guidePath(site, name) + hash;
  const [, image] = /^images\/([\w-]+\.png)$/.exec(target) ?? [];
  if (image) return `${site.base}/docs/images/${image}`;
  return target.startsWith('/') ? site.base + target : target;
}
