/** Which tables are where on a Citus cluster. */

/** All others with a workspace_id are where its rows are. */
export const anchorTable = 'workspaces';

/** Read in transactions of workspaces too, and written by the owner alone. */
export const accountTables = ['users', 'user_sessions', 'user_passkeys'];
