/** Which tables are where on a Citus cluster. */

/** All others with a workspace_id are where its rows are. */
export const anchorTable = 'workspaces';

/** Asked at every start, also while a node is away: stays on the coordinator. */
export const coordinatorTables = ['workspace_places'];

/** Read in transactions of workspaces too, and written by the owner alone. */
export const accountTables = ['users', 'user_sessions', 'user_passkeys'];
