/**
 * /dashboard/api: all operations for signed-in members, by session cookie. The header X-Workspace-Id names the
 * workspace; streams, which browsers open without headers, use `workspace` in the query.
 */
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { isUuid } from '@footfall/contract/schema';
import type { FastifyRequest } from 'fastify';
import type { SessionRing } from '../../accounts/sign-in/session-ring.ts';
import type { SessionFacts } from '../../accounts/sign-in/sessions.ts';
import type { Config } from '../../platform/config.ts';
import { notAMember, signInNeeded } from '../operations/caller.ts';
import type { OperationDoor } from './mount.ts';
import { refuseOtherSites } from './same-site.ts';

const dashboardBase = '/dashboard/api';

export function dashboardDoor(sessions: SessionRing, { publicUrl }: Config): OperationDoor {
  const { origin } = new URL(publicUrl);
  return {
    base: dashboardBase,
    door: 'member',
    refusal(request) {
      return refuseOtherSites(request, origin) ?? (request.session ? undefined : signInNeeded());
    },
    queryOf: ({ query }) => withoutWorkspace(query),
    async work(request, reply, run) {
      const { headers, session } = request;
      if (!session) throw signInNeeded();
      const workspaceId = chosenWorkspace(request, session);
      reply.header('x-workspace-id', workspaceId);
      try {
        const answer = await run({ kind: 'member', ...session, workspaceId }, undefined);
        // The change may affect the session: a new workspace, another name.
        if (request.method !== 'GET') await sessions.forget(headers.cookie);
        return answer;
      } catch (error) {
        if (hasNoPermissions(error)) {
          reply.removeHeader('x-workspace-id');
          await sessions.forget(headers.cookie);
        }
        throw error;
      }
    },
  };
}

/** @throws ApiError */
function chosenWorkspace({ headers, query }: FastifyRequest, { workspaces }: SessionFacts): string {
  const workspaceId = workspaceIn(headers['x-workspace-id'], query);
  if (workspaceId === undefined) {
    const [first] = workspaces;
    if (!first) throw notAMember();
    return first.id;
  }
  if (!isUuid(workspaceId)) {
    throw invalidRequest([{ path: 'headers.x-workspace-id', message: 'must be a UUID' }]);
  }
  return workspaceId.toLowerCase();
}

/** As requested; a session belongs to no workspace. */
export function workspaceIn(
  header: string | string[] | undefined,
  query: unknown,
): string | undefined {
  if (typeof header === 'string') return header;
  const workspace = (query as Record<string, unknown>).workspace;
  return workspace === undefined ? undefined : String(workspace);
}

function withoutWorkspace(query: unknown): unknown {
  const { workspace: _, ...others } = query as Record<string, unknown>;
  return others;
}

function hasNoPermissions(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'unauthorized' || error.details?.reason === 'not_a_member';
}
