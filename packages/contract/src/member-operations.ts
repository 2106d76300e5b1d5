/**
 * Operations for members who signed in, and for the operator, beside those that keys may call as well: keys, members
 * and settings of the workspace. Each says which roles may; none is part of /api/v1 or of the MCP server.
 */
import { keyOperations, signingSecretOperations } from './keys.ts';
import type { OperationSpec } from './operation.ts';
import { shareOperations } from './shares.ts';

export const memberOperations = {
  ...keyOperations,
  ...signingSecretOperations,
  ...shareOperations,
} satisfies Record<string, OperationSpec>;
