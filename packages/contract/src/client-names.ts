/** Names of operations in the clients: `leads.list`, `auditLog.list`, `stats`. */
import type { OperationSpec } from './operation.ts';

/**
 * The name of an operation in the client libraries, without the words of its resource: `listLeads` is `leads.list`,
 * `getLeadEvidence` is `leads.getEvidence`. A resource with a single operation is called by itself: `stats`.
 */
export function clientName(
  operation: OperationSpec,
  operations: Record<string, OperationSpec>,
): string {
  const resource = resourceOf(operation);
  const others = Object.values(operations).filter((one) => resourceOf(one) === resource);
  const isAlone = others.length === 1 && !hasPages(operation);
  return isAlone ? resource : `${resource}.${methodName(operation.id, resource)}`;
}

function resourceOf({ path }: OperationSpec): string {
  const [, first = ''] = path.split('/');
  return first.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function hasPages({ ok }: OperationSpec): boolean {
  return ok !== undefined && 'properties' in ok && 'pagination' in Object(ok.properties);
}

function methodName(id: string, resource: string): string {
  const words = wordsOf(id);
  const forms = [resource, resource.replace(/ies$/, 'y'), resource.replace(/s$/, '')].map(wordsOf);
  for (const form of forms) {
    for (const start of [1, 0]) {
      if (!form.every((word, place) => words[start + place] === word)) continue;
      const left = words.toSpliced(start, form.length);
      if (left.length > 0) return camelCase(left);
    }
  }
  return camelCase(words);
}

/** `listAuditLog` -> `list`, `audit`, `log` */
function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])/).map((word) => word.toLowerCase());
}

function camelCase([first = '', ...rest]: string[]): string {
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
