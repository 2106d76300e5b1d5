/** The signed-in member and their workspace. */
import type { Feature, WorkspaceRole } from '@footfall/contract/access';
import { type Connection, callWithTag } from './call.ts';
import type { AnswerOf } from './routes.ts';

type Answered = AnswerOf<'GET /me'>['data'];

/** With typed names of roles and features. */
export type Me = Omit<Answered, 'role' | 'workspace' | 'workspaces'> & {
  role: WorkspaceRole;
  workspace: Omit<Answered['workspace'], 'features'> & { features: Feature[] };
  workspaces: { id: string; name: string; role: WorkspaceRole }[];
};

/** @throws ApiFault */
export async function fetchMe(connection: Connection, signal: AbortSignal): Promise<Me> {
  const { body } = await callWithTag(connection, 'GET /me', {}, { signal });
  return body.data as Me;
}
