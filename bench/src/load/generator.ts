import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, Result } from './jobs.ts';

export type Generator = { run(job: Job): Promise<Result>; close(): void };

type Message = { result?: Result; failed?: string };

/** One load process for the whole benchmark, so that both servers get an equally warm generator. */
export function startGenerator(): Generator {
  const child = fork(fileURLToPath(new URL('./load-process.js', import.meta.url)));
  const ended = once(child, 'exit').then((): Message => ({ failed: 'it ended' }));
  return {
    async run(job) {
      if (!child.connected) throw new Error('load process: it has ended');
      const answer = once(child, 'message').then(([message]): Message => message);
      child.send(job);
      const { result, failed } = await Promise.race([answer, ended]);
      if (!result) throw new Error(`load process: ${failed}`);
      return result;
    },
    close() {
      if (child.connected) child.disconnect();
    },
  };
}
