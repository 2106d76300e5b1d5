/** One agent request: caller, permissions, and requested format. */
import type { ApiError } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import type { Origin } from '../../accounts/workspaces/audit-log.ts';
import type { Permissions } from '../../platform/resource-kit/operation-context.ts';
import type { AgentDesk } from '../operations/agent-desk.ts';
import type { OperationAnswer } from '../operations/answer.ts';
import type { OperationRequest, RunOperation } from '../operations/run.ts';
import type { Narrowing } from './uses.ts';

export interface AgentOptions extends Narrowing {
  /** tools/list includes output schemas. */
  schemas: boolean;
  /** The client renders views. */
  views: boolean;
  /** The client only supports text. */
  asText: boolean;
}

export interface AgentSession {
  key: KeyFacts;
  permissions: Permissions;
  options: AgentOptions;
  origin: Origin;
  desk: AgentDesk;
  run: RunOperation;
  toApiError: (error: unknown) => ApiError;
  onFault: (error: unknown) => void;
  /** Called with the workspace of a write. */
  onWrite: (workspaceId: string) => void;
  /** Public URL of the service. */
  baseUrl: string;
  now: number;
}

export interface AgentInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** @throws ApiError */
export function runAs(
  session: AgentSession,
  operation: OperationSpec,
  { params = {}, query = {}, body }: AgentInput,
  how: Pick<OperationRequest, 'isTrial' | 'ifMatch'> = {},
): Promise<OperationAnswer> {
  const { run, key, origin } = session;
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  const input = { params, query: Object.fromEntries(parameters), body };
  return run(operation.id, { kind: 'key', key }, { input, origin, ...how });
}

/** An answer's data: a record, or records with their number. */
export interface AnswerBody {
  data: unknown;
  pagination?: { total: number; next_cursor?: string | null };
}

export async function readAs(
  session: AgentSession,
  operation: OperationSpec,
  input: AgentInput,
): Promise<AnswerBody> {
  const { body } = await runAs(session, operation, input);
  return body as AnswerBody;
}
