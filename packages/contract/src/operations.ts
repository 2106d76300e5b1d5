/** The operations of the REST API: the list from which everything else is derived. */
import { identityOperations } from './identities.ts';
import { leadOperations } from './leads.ts';
import type { OperationSpec } from './operation.ts';

export const operations = {
  ...leadOperations,
  ...identityOperations,
} satisfies Record<string, OperationSpec>;

export type Operations = typeof operations;
