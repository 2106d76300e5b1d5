/**
 * The first overview after a start waits for what is made once in each process and connection: code that was never run, the
 * database's own catalogues, plans. It is asked for beforehand, of days on which nothing was, so that people find it made.
 */
import { memberOperations } from '@footfall/contract/member-operations';
import { operations } from '@footfall/contract/operations';
import { listWorkspaces } from '../../accounts/workspaces/store.ts';
import type { Database } from '../../platform/db/connect.ts';
import { handlers } from './handlers.ts';
import { operationRunner } from './run.ts';

const days = { since: '2000-01-01', until: '2000-01-03', compare: 'previous_period' };

/** What a page of figures asks at once, each on a connection of its own; nothing that a workspace may not include. */
const questions = [
  {
    ...days,
    metrics: 'visitors,sessions,page_views,bounce_rate,average_engaged_seconds,leads',
    interval: 'day',
  },
  {
    ...days,
    metrics: 'sessions',
    breakdowns: 'page:page_views,source:sessions,country:sessions,device:sessions',
    top: '8',
  },
];

/** Resolves with how many questions were answered: none as long as there is no workspace. */
export async function warmUp(db: Database): Promise<number> {
  const [workspace] = await db.system(listWorkspaces);
  if (!workspace) return 0;
  const run = operationRunner({ ...operations, ...memberOperations }, handlers, {
    db,
    onUsed: () => undefined,
  });
  const caller = { kind: 'command', workspaceId: workspace.id } as const;
  const answers = await Promise.all(
    questions.map((query) =>
      run('getStats', caller, { input: { params: {}, query, body: undefined } }),
    ),
  );
  return answers.length;
}
