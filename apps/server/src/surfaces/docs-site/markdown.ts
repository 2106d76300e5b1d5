/** Converts Markdown of guides and contract texts to HTML. Embedded HTML is shown as text. */
import { Marked, type MarkedOptions, Renderer, type Token } from 'marked';
import { Html } from '../../platform/common/html.ts';
import { codeBlock } from './code-block.ts';

export interface MarkdownOptions {
  /** Rewrites a link or image target; default: unchanged. */
  link?: (target: string) => string;
}

const captions: Record<string, string> = { sh: 'Shell', json: 'Answer', http: 'Answer' };
const mostColumnsOfPhone = 3;

const parser = new Marked({
  // Without these three, HTML is escaped text, and plain URLs are not links.
  tokenizer: { html: () => undefined, tag: () => undefined, url: () => undefined },
  renderer: {
    heading({ tokens, depth, text }) {
      const title = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1>${title}</h1>\n`;
      const id = slug(text);
      return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${title}</a></h${depth}>\n`;
    },
    code: ({ lang = '', text }) => codeBlock(captions[lang] ?? 'Code', text).text,
    table(token) {
      const table = Renderer.prototype.table.call(this, token);
      // Otherwise a narrow page would grow to the table's width; focusable areas scroll by keyboard.
      return token.header.length <= mostColumnsOfPhone
        ? table
        : `<div class="wide" role="region" aria-label="Table" tabindex="0">${table}</div>\n`;
    },
    tablecell({ header, tokens }) {
      const text = this.parser.parseInline(tokens);
      return header ? `<th scope="col">${text}</th>\n` : `<td>${text}</td>\n`;
    },
  },
});

export function markdown(source: string, options: MarkdownOptions = {}): Html {
  return new Html(parser.parse(source, led(options)));
}

/** Inline text: code, bold, links, images. */
export function inline(source: string, options: MarkdownOptions = {}): Html {
  return new Html(parser.parseInline(source, led(options)));
}

export function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function led({ link }: MarkdownOptions): MarkedOptions & { async: false } {
  return {
    async: false,
    walkTokens: (token: Token) => {
      if (link && (token.type === 'link' || token.type === 'image')) token.href = link(token.href);
    },
  };
}
