/** Placement of tables on a Citus cluster. */

/** All other tables with a workspace_id are placed with its rows. */
export const anchorTable = 'workspaces';

/** Also read in workspace transactions; only the owner writes them. */
export const accountTables = ['users', 'user_sessions', 'user_passkeys'];
