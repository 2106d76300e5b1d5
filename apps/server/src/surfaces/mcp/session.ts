/** One request of an agent: who asks, what the key may do, and how the answer is wanted. */
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
  /** tools/list tells what tools answer. */
  schemas: boolean;
  /** The client shows pages that draw what tools told. */
  views: boolean;
  /** The client shows text alone. */
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
  /** Told of the workspace in which something was written. */
  onWrite: (workspaceId: string) => void;
  /** How the outside reaches the service. */
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

/** What an answer tells: a record, or records with how many there are. */
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
