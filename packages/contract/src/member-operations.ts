/**
 * Operations for members who signed in, and for the operator, beside those that keys may call as well: keys, members
 * and settings of the workspace. Each says which roles may; none is part of /api/v1 or of the MCP server.
 */
import { failedJobOperations } from './failed-jobs.ts';
import { installationOperations } from './installation.ts';
import { membershipOperations } from './invitations.ts';
import { keyOperations, signingSecretOperations } from './keys.ts';
import { listChangeOperations } from './list-changes.ts';
import { meOperations } from './me.ts';
import type { OperationSpec } from './operation.ts';
import { retentionOperations } from './retention.ts';
import { settingsOperations } from './settings.ts';
import { shareOperations } from './shares.ts';
import { snippetOperations } from './snippet.ts';
import { spendOperations } from './spend.ts';
import { viewOperations } from './views.ts';

export const memberOperations = {
  ...meOperations,
  ...keyOperations,
  ...signingSecretOperations,
  ...settingsOperations,
  ...retentionOperations,
  ...installationOperations,
  ...viewOperations,
  ...listChangeOperations,
  ...snippetOperations,
  ...membershipOperations,
  ...shareOperations,
  ...spendOperations,
  ...failedJobOperations,
} satisfies Record<string, OperationSpec>;
