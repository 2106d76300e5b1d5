import { type Html, html } from './html.ts';

/** Code under a caption; docs.js adds a button that copies it. */
export function codeBlock(caption: string, code: string): Html {
  return html`<figure class="code">
<figcaption>${caption}</figcaption>
<pre><code>${code}</code></pre>
</figure>`;
}
