/** Operations that change who is a member of what, and make workspaces: done in the home database, also of a workspace that lives in a cell. */
import { membershipOperations } from '@footfall/contract/invitations';

/** What the workspace itself asks for is with the workspace. */
const { updateWorkspace: _ofWorkspace, ...ofAccounts } = membershipOperations;

export const accountOperations: ReadonlySet<string> = new Set(
  Object.values(ofAccounts).map(({ id }) => id),
);
