/** Dashboard pages of records that an agent received. */
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

/** `id`: or a placeholder. Undefined if the dashboard has no such page. */
export function pageOf(
  { baseUrl, key }: Pick<AgentSession, 'baseUrl' | 'key'>,
  kind: string,
  id: string,
): string | undefined {
  const page = pages[kind as AgentKind];
  return page && `${baseUrl}/app/${key.workspaceId}/${page}/${id}`;
}
