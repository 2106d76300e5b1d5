/* What the guide of agents shows besides commands: its program runs, and its configurations say what they should. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';

const run = promisify(execFile);
const guide = await readFile(new URL('../../../../../docs/guides/mcp.md', import.meta.url), 'utf8');
const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  );

test('the program names the hottest lead and why', async () => {
  const h = await sharedHarness({ trust: 'open' });
  const visits = (visitor_id: string, email: string, pages: string[]) => [
    ...pages.map((path, at) => ({
      type: 'event',
      name: 'page_view',
      visitor_id,
      timestamp: new Date(Date.now() - (pages.length - at) * 86_400_000).toISOString(),
      context: { page: { url: `https://www.shop.example${path}` } },
    })),
    { type: 'identify', visitor_id, email },
  ];
  await h.send([
    ...visits(crypto.randomUUID(), 'cold@acme.example', ['/']),
    ...visits(crypto.randomUUID(), 'hot@acme.example', ['/', '/pricing', '/demo', '/pricing']),
  ]);
  await h.settle();
  const [program = ''] = blocksOf('ts');
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(25);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../../../', import.meta.url),
    env: { ...process.env, FOOTFALL_URL: `${h.url}/mcp`, FOOTFALL_KEY: h.workspace.secretKey },
    timeout: 20_000,
  });
  expect(JSON.parse(stdout)).toMatchObject({
    email: 'hot@acme.example',
    score: expect.any(Number),
    why: expect.arrayContaining([expect.objectContaining({ factor: 'key_pages' })]),
  });
});

test('each configuration is JSON with the address and the key', () => {
  const configurations = blocksOf('json').map((text) => JSON.stringify(JSON.parse(text)));
  const ofClients = configurations.filter((text) => !text.includes('"jsonrpc"'));
  expect(ofClients).toHaveLength(4);
  for (const text of ofClients) {
    expect(text).toMatch(/"https?:\/\/[\w.:]+\/mcp[?"]/);
    expect(text).toMatch(/Bearer |svc_sk_…/);
  }
});
