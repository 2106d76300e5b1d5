/**
 * Operations that only signed-in members and the operator may call: keys, members and settings of the workspace. Each
 * lists its roles. None is part of /api/v1 or the MCP server.
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
