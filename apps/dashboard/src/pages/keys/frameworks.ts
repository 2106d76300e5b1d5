/** Code to paste, by framework, so that a website sends. */
import { indented, standIn, websiteSnippet } from '@footfall/contract/website-snippet';

export const frameworks = [
  'html',
  'pinned',
  'cookieless',
  'next',
  'react',
  'vue',
  'gtm',
  'curl',
] as const;
export type Framework = (typeof frameworks)[number];

interface Installed {
  /** URL of the service, without a trailing slash. */
  base: string;
  writeKey: string;
  script: string;
  pinned_script: string;
  integrity: string;
  /** The script that stores nothing before consent. */
  cookieless: string;
  /** Path for single messages. */
  ingest: string;
}

export function installText(framework: Framework, installed: Installed): string {
  const { base, writeKey, script, pinned_script, integrity, ingest } = installed;
  const src = `${base}${script}`;
  const snippet = websiteSnippet({ src, key: writeKey });
  switch (framework) {
    case 'html':
      return snippet;
    case 'gtm':
      // It strips all attributes but `src` from script tags, so a script adds the tag.
      return `<script>
${indented(standIn, 2)}
  (function () {
    var script = document.createElement('script');
    script.async = true;
    script.src = '${src}';
    script.setAttribute('data-key', '${writeKey}');
    document.head.appendChild(script);
  })();
</script>`;
    case 'pinned':
      return websiteSnippet({ src: `${base}${pinned_script}`, key: writeKey, integrity });
    case 'cookieless':
      return websiteSnippet({ src: `${base}${installed.cookieless}`, key: writeKey });
    case 'next':
      return `// app/layout.tsx
import Script from 'next/script';

<Script id="footfall" strategy="beforeInteractive">{\`
${indented(standIn, 2)}
\`}</Script>
<Script src="${src}" data-key="${writeKey}" strategy="afterInteractive" />`;
    case 'react':
      return `<!-- index.html, before </head> -->
${snippet}`;
    case 'vue':
      return `// nuxt.config.ts
export default defineNuxtConfig({
  app: {
    head: {
      script: [
        {
          innerHTML: \`
${indented(standIn, 12)}
          \`,
        },
        { src: '${src}', async: true, 'data-key': '${writeKey}' },
      ],
    },
  },
});`;
    case 'curl':
      return `curl ${base}${ingest} \\
  -H 'X-Svc-Key: ${writeKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"type":"identify","email":"ann@example.com","name":"Ann"}'`;
  }
}
