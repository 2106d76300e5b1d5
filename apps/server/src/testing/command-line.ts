/*
 * `footfall …` in this process: for what a command does, prints and answers, where it does not matter
 * that it is a process of its own (service-process.ts), which takes a third of a second to begin.
 */
import { format } from 'node:util';
import { vi } from 'vitest';
import { run } from '../cli/main.ts';
import type { Finished } from './service-process.ts';

/** One at a time: what is printed meanwhile is taken for its own. */
export async function runCommand(
  args: string[],
  env: Record<string, string> = {},
): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  const toStdout = (text: string) => {
    stdout += text;
    return true;
  };
  const toStderr = (text: string) => {
    stderr += text;
    return true;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...parts) => toStdout(`${format(...parts)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...parts) => toStderr(`${format(...parts)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => toStdout(String(text))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => toStderr(String(text))),
  ];
  try {
    const code = await run([process.execPath, 'footfall', ...args], env);
    return { code, stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

export async function runJson<T>(args: string[], env?: Record<string, string>): Promise<T> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], env);
  if (code !== 0) throw new Error(`footfall ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
