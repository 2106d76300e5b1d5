import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ReadJob, ReadResult } from './read-process.ts';

/** @throws if a request failed */
export async function runLoad(generator: ChildProcess, job: ReadJob): Promise<ReadResult> {
  generator.send(job);
  const [message] = (await once(generator, 'message')) as [
    { result?: ReadResult; failed?: string },
  ];
  if (!message.result) throw new Error(`load process: ${message.failed}`);
  if (message.result.failures > 0)
    throw new Error(`a request failed: ${message.result.firstFailure}`);
  return message.result;
}
