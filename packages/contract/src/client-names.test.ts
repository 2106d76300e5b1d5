import { expect, test } from 'vitest';
import { clientName } from './client-names.ts';
import type { OperationSpec } from './operation.ts';
import { operations } from './operations.ts';

const specs: Record<string, OperationSpec> = operations;
const names = Object.values(specs).map((spec) => clientName(spec, specs));

test.for([
  ['listLeads', 'leads.list'],
  ['getIdentityPersonality', 'identities.getPersonality'],
  ['listCompanyActivity', 'companies.listActivity'],
  ['listAuditLog', 'auditLog.list'],
  ['getStats', 'stats'],
  ['streamChanges', 'changes.stream'],
] as const)('%s is called as %s', ([id, name]) => {
  expect(clientName(operations[id], specs)).toBe(name);
});

test('every operation has its own name', () => {
  expect(new Set(names).size).toBe(names.length);
});
