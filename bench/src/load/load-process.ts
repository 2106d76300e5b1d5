/* The generator's process: shares neither event loop nor heap with what it measures. */
import type { Job } from './jobs.ts';
import { runJob } from './run-job.ts';

process.on('message', (job: Job) => {
  runJob(job).then(
    (result) => process.send?.({ result }),
    (cause: unknown) => process.send?.({ failed: String(cause) }),
  );
});
process.on('disconnect', () => process.exit(0));
