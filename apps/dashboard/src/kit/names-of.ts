/** Names of records that another one refers to by id; undefined while loading. */
import { useRead } from '../api/queries.ts';
import { useMe } from '../shell/frame-context.tsx';

export function usePersonName(id: string | null): string | undefined {
  const input = { params: { id: id ?? '' } };
  const { data } = useRead('GET /identities/{id}', input, { isEnabled: id !== null });
  return (data && (data.data.name || data.data.email)) || undefined;
}

export function useCompanyName(id: string | null): string | undefined {
  const { workspace } = useMe();
  const isEnabled = id !== null && workspace.features.includes('companies');
  const { data } = useRead('GET /companies/{id}', { params: { id: id ?? '' } }, { isEnabled });
  return (data && (data.data.name || data.data.domain)) || undefined;
}
