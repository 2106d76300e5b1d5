/** What is pasted where, so that a website sends. */

export const frameworks = ['html', 'pinned', 'next', 'react', 'vue', 'gtm', 'curl'] as const;
export type Framework = (typeof frameworks)[number];

interface Installed {
  /** Of the service, without a slash at the end. */
  base: string;
  writeKey: string;
  script: string;
  pinned_script: string;
  integrity: string;
}

export function installText(framework: Framework, installed: Installed): string {
  const { base, writeKey, script, pinned_script, integrity } = installed;
  const src = `${base}${script}`;
  const tag = `<script async src="${src}" data-key="${writeKey}"></script>`;
  switch (framework) {
    case 'html':
    case 'gtm':
      return tag;
    case 'pinned':
      return `<script async src="${base}${pinned_script}" integrity="${integrity}" crossorigin="anonymous" data-key="${writeKey}"></script>`;
    case 'next':
      return `// app/layout.tsx
import Script from 'next/script';

<Script src="${src}" data-key="${writeKey}" strategy="afterInteractive" />`;
    case 'react':
      return `<!-- index.html, before </head> -->
${tag}`;
    case 'vue':
      return `// nuxt.config.ts
export default defineNuxtConfig({
  app: {
    head: {
      script: [{ src: '${src}', async: true, 'data-key': '${writeKey}' }],
    },
  },
});`;
    case 'curl':
      return `curl ${base}/ingest \\
  -H 'X-Svc-Key: ${writeKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"type":"identify","email":"ann@example.com","name":"Ann"}'`;
  }
}
