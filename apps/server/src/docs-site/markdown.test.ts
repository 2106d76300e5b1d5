import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { curl } from './curl.ts';
import { html } from './html.ts';
import { markdown } from './markdown.ts';

const render = (source: string) => markdown(source).text;

test('text is escaped wherever it stands', () => {
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

test('an image says in words what it shows', () => {
  expect(render('![A "card"](../images/a.png)')).toBe(
    '<p><img src="../images/a.png" alt="A &quot;card&quot;"></p>',
  );
});

test('a list item goes on in the next line, and a table cell may hold an escaped bar', () => {
  expect(render('1. one\n   and more\n2. two')).toBe('<ol><li>one and more</li><li>two</li></ol>');
  expect(render('| a | b |\n| --- | --- |\n| x \\| y | z |')).toContain('<td>x | y</td><td>z</td>');
});

test('code stays as it is, marks of Markdown included', () => {
  expect(render('```sh\n# **no** `x`\n\n- a\n```')).toContain('# **no** `x`\n\n- a</code>');
});

test('docs/errors.md, which is generated, is within the known part', async () => {
  const source = await readFile(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
  expect(render(source)).toContain('<td><code>not_found</code></td>');
});

test('a quote in an example body survives the shell', () => {
  const text = curl({ method: 'POST', url: 'http://a', headers: [], body: { a: "it's" } });
  expect(text).toContain(String.raw`it'\''s`);
});
