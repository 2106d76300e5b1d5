/** A service, a folder for files, and `footfall import` of them, for tests. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { runCommand, runJson } from './command-line.ts';
import type { TestWorkspace } from './harness.ts';
import { pageIn, restOf } from './rest.ts';
import { sharedHarness } from './shared-harness.ts';

interface Day {
  day: string;
  theirs: { visitors: number; page_views: number };
  ours: { visitors: number; page_views: number };
  differences: string[];
}

interface Answer {
  rows: number;
  stored: number;
  duplicates: number;
  ignored: number;
  faulty: number;
  faults: { file: string; line: number; reason: string }[];
  left_out: { reason: string; rows: number }[];
  time_zone: string;
  complete: boolean;
  days: Day[];
}

export async function startImportStage() {
  const h = await sharedHarness();
  const folder = await mkdtemp(join(tmpdir(), 'footfall-import-'));
  afterAll(() => rm(folder, { recursive: true }));
  const env = { DATABASE_URL: h.ownerUrl };

  async function fileOf(name: string, content: string | Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  const importing = ({ id }: TestWorkspace, from: string, ...more: string[]) => [
    'import',
    ...more,
    '--from',
    from,
    '--workspace',
    id,
  ];
  const run = (workspace: TestWorkspace, from: string, ...more: string[]) =>
    runJson<Answer>(importing(workspace, from, ...more), env);

  /** What it says; in words, and with exit code 1. */
  async function failure(workspace: TestWorkspace, from: string, ...more: string[]) {
    const { code, stderr, stdout } = await runCommand(importing(workspace, from, ...more), env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).not.toContain('unexpected error');
    expect(stderr).not.toMatch(/\n {4}at /);
    return stderr;
  }

  /** The same of a file that is refused while it is read: it is tried alone, which starts no service. */
  const refusal = (workspace: TestWorkspace, from: string, ...more: string[]) =>
    failure(workspace, from, ...more, '--dry-run');

  async function list({ secretKey }: TestWorkspace, path: string) {
    return pageIn(await restOf(h, secretKey).get(path)).data;
  }

  return { h, env, folder, fileOf, importing, run, failure, refusal, list };
}
