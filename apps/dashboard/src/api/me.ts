/** Who is signed in, in which workspace. */
import type { Feature, WorkspaceRole } from '@footfall/contract/access';
import { type Connection, callWithTag } from './call.ts';

export interface Me {
  user: {
    id: string;
    email: string;
    name: string | null;
    username: string | null;
    avatar: string | null;
    language: string | null;
  };
  role: WorkspaceRole;
  workspace: {
    id: string;
    name: string;
    features: Feature[];
    time_zone?: string;
    second_factor_required: boolean;
  };
  workspaces: { id: string; name: string; role: WorkspaceRole }[];
  has_second_factor: boolean;
}

/** @throws ApiFault */
export async function fetchMe(connection: Connection, signal: AbortSignal): Promise<Me> {
  const { body } = await callWithTag(connection, 'GET /me' as never, {} as never, { signal });
  return (body as unknown as { data: Me }).data;
}
