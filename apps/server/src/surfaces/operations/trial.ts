import type { Database } from '../../platform/db/connect.ts';

/** Runs the work in a transaction that is rolled back. */
export function rolledBack(inWorkspace: Database['workspace']): Database['workspace'] {
  return async (workspaceId, work) => {
    const trialEnd = new Error('a trial is given up');
    const tried: Awaited<ReturnType<typeof work>>[] = [];
    try {
      await inWorkspace(workspaceId, async (tx) => {
        tried.push(await work(tx));
        throw trialEnd;
      });
    } catch (error) {
      if (error !== trialEnd) throw error;
    }
    const [done] = tried;
    if (done === undefined) throw trialEnd;
    return done;
  };
}
