/**
 * Operations for members who signed in, and for the operator, beside those that keys may call as well: keys, members
 * and settings of the workspace. Each says which roles may; none is part of /api/v1 or of the MCP server.
 */
import { meOperations } from './me.ts';
import type { OperationSpec } from './operation.ts';
import { snippetOperations } from './snippet.ts';

export const memberOperations = {
  ...meOperations,
  ...snippetOperations,
} satisfies Record<string, OperationSpec>;
