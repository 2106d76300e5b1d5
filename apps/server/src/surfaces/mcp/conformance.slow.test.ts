/* The official conformance suite, on the endpoint of the service with the fixtures that the suite wants to find. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fixtureServer } from '../../testing/conformance/fixture-server.ts';
import { startHarness } from '../../testing/harness.ts';
import {
  mcpTools,
  mcpToolsRemedy,
  ownFolder,
  proxyWithKey,
  runMcpTool,
} from '../../testing/mcp-tools.ts';
import { describeWith } from '../../testing/programs.ts';

/** Each with its reason. */
const notApplicable = (revision: string) =>
  fileURLToPath(
    new URL(`../../testing/conformance/not-applicable-${revision}.yml`, import.meta.url),
  );

describeWith(mcpTools, 'the official conformance suite', mcpToolsRemedy, async () => {
  const h = await startHarness({}, {}, { serveAgent: fixtureServer });

  test.each([
    ['2026-07-28', 37],
    ['2025-11-25', 30],
  ])('every scenario that %s requires and that applies passes', async (revision, required) => {
    const url = await proxyWithKey(h.url, async (origin) => {
      const { key } = await h.newKey({ origins: [origin], serverOnly: false });
      return key;
    });
    const { code, output, remarks } = await runMcpTool(
      'conformance',
      [
        ...['server', '--url', `${url}/mcp`, '--requirements', revision],
        ...['--expected-failures', notApplicable(revision), '--timeout', '5000'],
      ],
      await ownFolder(),
    );
    expect(code, output + remarks).toBe(0);
    expect(output.match(/^=== Running scenario/gm)?.length).toBeGreaterThanOrEqual(required);
  });
});
