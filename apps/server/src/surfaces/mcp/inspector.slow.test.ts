/* The command line of the official inspector, which looks closer than a client does. */
import { agentToolNames } from '@footfall/contract/agent';
import { expect, test } from 'vitest';
import { callsOfEveryTool } from '../../testing/agents.ts';
import { mcpTools, mcpToolsRemedy, ownFolder, runMcpTool } from '../../testing/mcp-tools.ts';
import { describeWith } from '../../testing/programs.ts';
import { seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

describeWith(mcpTools, 'the inspector', mcpToolsRemedy, async () => {
  const h = await sharedHarness();
  const { secretKey, ids } = await seedWorkspace(h);
  const calls = callsOfEveryTool(ids);

  async function inspect(method: string, ...args: string[]): Promise<Record<string, unknown>> {
    const connection = [`${h.url}/mcp`, '--transport', 'http'];
    const header = ['--header', `Authorization: Bearer ${secretKey}`];
    const { code, output, remarks } = await runMcpTool(
      'mcp-inspector',
      ['--cli', ...connection, ...header, '--method', method, ...args],
      await ownFolder(),
    );
    expect([code, remarks], output).toEqual([0, '']);
    return JSON.parse(output);
  }

  test('finds nothing wrong with the tools', async () => {
    const { tools } = await inspect('tools/list', '--strict');
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(agentToolNames);
  });

  // Each call is a process of a second or two; clients.test.ts calls every tool.
  test.each(['search', 'create_lead'] as const)('calls %s', async (name) => {
    const flags = Object.entries(calls[name]).flatMap(([argument, value]) => [
      '--tool-arg',
      `${argument}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ]);
    const { isError, content } = await inspect('tools/call', '--tool-name', name, ...flags);
    expect(isError ?? false, JSON.stringify(content)).toBe(false);
  });
});
