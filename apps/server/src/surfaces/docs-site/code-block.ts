import { type Html, html, textBetweenTags } from '../../platform/common/html.ts';

/** Code with a caption; docs.js adds a copy button. `language`: docs.js shows it if chosen. */
export function codeBlock(caption: string, code: string, language?: string): Html {
  return html`<figure class="code"${language && html` data-language="${language}"`}>
<figcaption>${caption}</figcaption>
<pre><code>${textBetweenTags(code)}</code></pre>
</figure>`;
}
