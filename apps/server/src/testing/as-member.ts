/** Operations for a member of a workspace, without HTTP. */
import { randomUUID } from 'node:crypto';
import type { WorkspaceRole } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import { memberOperations } from '@footfall/contract/member-operations';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { addMember } from '../members/store.ts';
import { handlers } from '../operations/handlers.ts';
import { operationRunner } from '../operations/run.ts';
import type { Harness } from './harness.ts';

const all = { ...operations, ...memberOperations };

export async function memberOf(h: Harness, workspaceId: string, role: WorkspaceRole, name = 'Ann') {
  const email = `${randomUUID()}@example.com`;
  const { id: userId } = await h.db.system((tx) =>
    addMember(tx, { workspaceId, email, name, role }),
  );
  const run = operationRunner(all, handlers, { db: h.db, onUsed: () => undefined });
  const caller = { kind: 'member', workspaceId, userId, role } as const;
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const [pathname = '', search = ''] = path.split('?');
    const specs: OperationSpec[] = Object.values(all);
    const found = specs
      .filter((spec) => spec.method === method)
      .map((spec) => ({ spec, match: patternOf(spec.path).exec(pathname) }))
      .toSorted((a, b) => a.spec.path.split('{').length - b.spec.path.split('{').length)
      .find(({ match }) => match !== null);
    if (!found) throw new Error(`no operation ${method} ${path}`);
    try {
      const { status, body: answer } = await run(found.spec.id, caller, {
        input: {
          params: { ...found.match?.groups },
          query: Object.fromEntries(new URLSearchParams(search)),
          body,
        },
        idempotencyKey: headers['idempotency-key'],
        ifMatch: headers['if-match'],
      });
      return { status: status as number, body: answer, text: JSON.stringify(answer) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, body: error.body, text: JSON.stringify(error.body) };
    }
  };
  return {
    id: userId,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    patch: (path: string, body: unknown, headers?: Record<string, string>) =>
      send('PATCH', path, body, headers),
    delete: (path: string) => send('DELETE', path),
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}
