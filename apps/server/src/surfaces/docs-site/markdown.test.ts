import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { html } from '../../platform/common/html.ts';
import { curl } from './curl.ts';
import { markdown } from './markdown.ts';

const render = (source: string) => markdown(source).text;

test('text is escaped everywhere', () => {
  const hostile = '<script>alert("x")</script>';
  const page = render(
    `# ${hostile}\n\n${hostile} \`${hostile}\` **${hostile}** [${hostile}](/x"onclick="y)\n\n- ${hostile}\n\n| a |\n| - |\n| ${hostile} |\n\n\`\`\`html\n${hostile}\n\`\`\`\n`,
  );
  expect(page).not.toContain('<script');
  expect(page).not.toContain('"onclick');
  expect(html`<a title="${hostile}">${[hostile, undefined, false, 1]}</a>`.text).toBe(
    '<a title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;1</a>',
  );
});

test('an image has alternative text', () => {
  expect(render('![A "card"](../images/a.png)')).toBe(
    '<p><img src="../images/a.png" alt="A &quot;card&quot;"></p>\n',
  );
});

test('a list item continues on the next line, and a table cell may contain an escaped bar', () => {
  expect(render('1. one\n   and more\n2. two')).toContain('<li>one\nand more</li>');
  expect(render('| a | b |\n| --- | --- |\n| x \\| y | z |')).toContain('<td>x | y</td>');
});

test('code stays as it is, marks of Markdown included', () => {
  expect(render('```sh\n# **no** `x`\n\n- a\n```')).toContain('# **no** `x`\n\n- a</code>');
});

test('a heading has an anchor, and links point to their targets', () => {
  const page = markdown('## The `first` *steps*\n\n[here](a.md)', { link: (to) => `/docs/${to}` });
  expect(page.text).toBe(
    '<h2 id="the-first-steps"><a class="anchor" href="#the-first-steps">The <code>first</code> <em>steps</em></a></h2>\n<p><a href="/docs/a.md">here</a></p>\n',
  );
});

test('a table of more than three columns can be scrolled by keyboard, and no cell has a style', () => {
  const wide = render('| a | b | c | d |\n| --: | - | - | - |\n| 1 | 2 | 3 | 4 |\n');
  expect(wide).toMatch(/^<div class="wide" role="region" aria-label="Table" tabindex="0"><table>/);
  expect(wide).toMatch(/<\/table>\n<\/div>\n$/);
  expect(wide).not.toContain('style');
  expect(render('| a |\n| - |\n| 1 |\n')).not.toContain('wide');
});

test('docs/errors.md, which is generated, is read', async () => {
  const source = await readFile(new URL('../../../../../docs/errors.md', import.meta.url), 'utf8');
  expect(render(source)).toContain('<td><code>not_found</code></td>');
});

test('a quote in an example body survives the shell', () => {
  const text = curl({ method: 'POST', url: 'http://a', headers: [], body: { a: "it's" } });
  expect(text).toContain(String.raw`it'\''s`);
});
