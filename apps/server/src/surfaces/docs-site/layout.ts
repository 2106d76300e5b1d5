/** The frame of every page: skip link, header, contents, main part and data credits. */
import { type Html, html } from '../../platform/common/html.ts';

export interface Site {
  /** Public URL of the service, without a trailing slash. */
  url: string;
  /** Its path, such as `/footfall` behind a proxy; usually empty. */
  base: string;
  /** Path of the script. */
  script: string;
  version: string;
  guides: { name: string; title: string }[];
}

export interface NavGroup {
  title: string;
  links: { href: string; label: string; method?: string }[];
}

export interface Page {
  title: string;
  /** Its path, such as `/docs`. */
  path: string;
  nav: NavGroup[];
  main: Html;
}

/** Required by the address tables' licenses on every page with locations: docs/attributions.md. */
const attribution = html`<footer>
<p>Locations and networks of IP addresses: <a href="https://db-ip.com">IP Geolocation by DB-IP</a>,
<a href="https://www.routeviews.org">Route Views</a> and <a href="https://www.nro.net">Number Resource Organization</a>,
under <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a></p>
</footer>`;

export function layout(site: Site, page: Page): string {
  const { base } = site;
  const guides: NavGroup = {
    title: 'Guides',
    links: site.guides.map(({ name, title }) => ({ href: guidePath(site, name), label: title })),
  };
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Footfall</title>
<link rel="icon" href="${base}/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}/docs/docs.css">
<script src="${base}/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="${base}/docs">Footfall</a> <span class="version">API ${site.version}</span>
<button type="button" class="menu" aria-expanded="false" aria-controls="contents" hidden>Contents</button>
</header>
<div class="frame">
<nav id="contents" aria-label="Contents">
${[guides, ...page.nav].map((group) => navGroup(group, base + page.path))}
</nav>
<main id="main" tabindex="-1">
${page.main}
</main>
</div>
${attribution}
<p id="announcement" class="visually-hidden" role="status"></p>
</body>
</html>
`.text;
}

export function guidePath({ base }: Site, name: string): string {
  return `${base}/docs/guides/${name}`;
}

function navGroup({ title, links }: NavGroup, current: string): Html {
  const item = ({ href, label, method }: NavGroup['links'][number]) => html`<li><a href="${href}"${
    href === current && html` aria-current="page"`
  }>${method && html`<span class="method ${method.toLowerCase()}">${method}</span> `}${label}</a></li>
`;
  return html`<h2>${title}</h2>
<ul>
${links.map(item)}</ul>
`;
}
