/** RFC 7396 JSON Merge Patch of an object: null removes a key, objects merge, all else replaces. */
import { isObject } from './is-object.ts';

export function mergePatch(
  target: Record<string, unknown>,
  patch: Record<string, unknown>,
): Record<string, unknown> {
  const result = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else if (isObject(value)) {
      const before = result.get(name);
      result.set(name, mergePatch(isObject(before) ? before : {}, value));
    } else result.set(name, value);
  }
  // Unlike assignment, this keeps a key named __proto__.
  return Object.fromEntries(result);
}
