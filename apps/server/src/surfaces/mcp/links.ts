/** Where a person sees in the dashboard what an agent was told. */
import type { AgentKind } from '@footfall/contract/agent';
import type { AgentSession } from './session.ts';

const pages: Partial<Record<AgentKind, string>> = {
  lead: 'leads',
  person: 'people',
  company: 'companies',
  visitor: 'visitors',
  session: 'sessions',
  conversion: 'conversions',
  campaign: 'campaigns',
  list: 'lists',
};

/** `id`: or what stands in its place. Undefined where the dashboard has no page of such a record. */
export function pageOf(
  { baseUrl, key }: Pick<AgentSession, 'baseUrl' | 'key'>,
  kind: string,
  id: string,
): string | undefined {
  const page = pages[kind as AgentKind];
  return page && `${baseUrl}/app/${key.workspaceId}/${page}/${id}`;
}
