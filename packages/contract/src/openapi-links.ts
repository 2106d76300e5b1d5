/**
 * Links from one record to the operations on it, for tools that follow OpenAPI links. Lists have no links: an empty list
 * has no first record, and the format has no conditions.
 */
import type { OperationSpec } from './operation.ts';

export function linksOf(
  { path, method, ok }: OperationSpec,
  operations: Record<string, OperationSpec>,
): { links?: Record<string, object> } {
  const isOfOne = method === 'POST' ? !path.includes('{') : path.endsWith('/{id}');
  if (!ok || !isOfOne || !isRecord(ok)) return {};
  const record = method === 'POST' ? `${path}/{id}` : path;
  const links = Object.values(operations)
    .filter(
      (other) => isAt(other.path, record) && !(other.path === path && other.method === method),
    )
    .map((other) => [
      other.id,
      { operationId: other.id, parameters: { id: '$response.body#/data/id' } },
    ]);
  return links.length > 0 ? { links: Object.fromEntries(links) } : {};
}

function isAt(path: string, record: string): boolean {
  return path === record || path.startsWith(`${record}/`);
}

/** `{ data: { id, … } }` */
function isRecord(ok: object): boolean {
  const { data } = 'properties' in ok ? Object(ok.properties) : {};
  return 'id' in Object(Object(data).properties);
}
