/** From a record that was made or listed to what can be asked of it and done with it, for tools that follow links. */
import type { OperationSpec } from './operation.ts';

export function linksOf(
  { path, params, ok }: OperationSpec,
  operations: Record<string, OperationSpec>,
): { links?: Record<string, object> } {
  if (params || !ok) return {};
  const isList = 'properties' in ok && 'pagination' in (ok.properties as object);
  if (!isList && !hasId(ok)) return {};
  const id = isList ? '$response.body#/data/0/id' : '$response.body#/data/id';
  const links = Object.values(operations)
    .filter((other) => other.path.startsWith(`${path}/{id}`))
    .map((other) => [other.id, { operationId: other.id, parameters: { id } }]);
  return links.length > 0 ? { links: Object.fromEntries(links) } : {};
}

function hasId(ok: object): boolean {
  return JSON.stringify(ok).includes('"id":');
}
