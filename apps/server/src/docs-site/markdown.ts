/**
 * The part of Markdown that the guides and the texts of the contract use: headings, paragraphs,
 * lists of one level, tables, fenced code; inline code, bold, links and images.
 */
import { codeBlock } from './code-block.ts';
import { type Html, html, join, type Part } from './html.ts';

export interface MarkdownOptions {
  /** Where a link or image leads; as written by default. */
  link?: (target: string) => string;
}

interface Block {
  pattern: RegExp;
  render: (lines: string[], options: MarkdownOptions) => Html;
}

/** What a line begins, and how far it goes: the first pattern that fits takes its lines. */
const blocks: Block[] = [
  { pattern: /^#{1,4} [^\n]+\n?/, render: heading },
  { pattern: /^```[^\n]*\n[\s\S]*?\n```\n?/, render: fence },
  { pattern: /^(?:\|[^\n]*\n?)+/, render: table },
  { pattern: /^(?:- [^\n]*\n?(?: {2,}[^\n]+\n?)*)+/, render: unorderedList },
  { pattern: /^(?:\d+\. [^\n]*\n?(?: {2,}[^\n]+\n?)*)+/, render: orderedList },
  { pattern: /^(?!#|```|\||- |\d+\. )[^\n]+\n?(?:(?!#|```|\||- |\d+\. )[^\n]+\n?)*/, render: text },
];

export function markdown(source: string, options: MarkdownOptions = {}): Html {
  const parts: Html[] = [];
  let rest = source.replace(/^\n+/, '');
  while (rest !== '') {
    const found = blocks
      .map(({ pattern, render }) => ({ match: pattern.exec(rest)?.[0], render }))
      .find(({ match }) => match !== undefined);
    if (!found?.match) throw new Error(`not in the known part of Markdown: ${rest.slice(0, 80)}`);
    parts.push(found.render(found.match.trimEnd().split('\n'), options));
    rest = rest.slice(found.match.length).replace(/^\n+/, '');
  }
  return join(parts, '\n');
}

/** Text within a line: code, bold, links, images. */
export function inline(source: string, { link = (target) => target }: MarkdownOptions = {}): Html {
  const parts: Part[] = [];
  let end = 0;
  for (const match of source.matchAll(/`([^`]+)`|\*\*(.+?)\*\*|(!?)\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    const [whole, code, bold, mark, label = '', target = ''] = match;
    parts.push(source.slice(end, match.index));
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (bold !== undefined) parts.push(html`<strong>${inline(bold, { link })}</strong>`);
    else if (mark === '!') parts.push(html`<img src="${link(target)}" alt="${label}">`);
    else parts.push(html`<a href="${link(target)}">${inline(label, { link })}</a>`);
    end = match.index + whole.length;
  }
  return join([...parts, source.slice(end)], '');
}

export function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function heading([line = '']: string[], options: MarkdownOptions): Html {
  const [, marks = '#', title = ''] = /^(#+) (.*)$/.exec(line) ?? [];
  if (marks === '#') return html`<h1>${inline(title, options)}</h1>`;
  const id = slug(title);
  const anchor = html`<a class="anchor" href="#${id}">${inline(title, options)}</a>`;
  return marks === '##' ? html`<h2 id="${id}">${anchor}</h2>` : html`<h3 id="${id}">${anchor}</h3>`;
}

function fence([first = '', ...lines]: string[]): Html {
  const language = first.slice(3).trim();
  const labels: Record<string, string> = { sh: 'Shell', json: 'Answer', http: 'Answer' };
  return codeBlock(labels[language] ?? 'Code', lines.slice(0, -1).join('\n'));
}

const mostColumnsOfPhone = 3;

function table(lines: string[], options: MarkdownOptions): Html {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.replaceAll('\\|', '|').trim(), options)),
  );
  const made = html`<table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table>`;
  // A narrow page would be as wide as the table; by keyboard it is moved when it can be reached.
  return head.length <= mostColumnsOfPhone
    ? made
    : html`<div class="wide" role="region" aria-label="Table" tabindex="0">${made}</div>`;
}

function unorderedList(lines: string[], options: MarkdownOptions): Html {
  return html`<ul>${items(lines, /^- /, options)}</ul>`;
}

function orderedList(lines: string[], options: MarkdownOptions): Html {
  return html`<ol>${items(lines, /^\d+\. /, options)}</ol>`;
}

/** A line that begins with no mark goes on with the item before. */
function items(lines: string[], mark: RegExp, options: MarkdownOptions): Html[] {
  const texts: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) texts.push(line.replace(mark, ''));
    else texts.push(`${texts.pop() ?? ''} ${line.trim()}`);
  }
  return texts.map((item) => html`<li>${inline(item, options)}</li>`);
}

function text(lines: string[], options: MarkdownOptions): Html {
  return html`<p>${inline(lines.join(' '), options)}</p>`;
}
