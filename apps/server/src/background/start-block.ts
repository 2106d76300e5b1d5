/* The text that `start` prints when the service is ready, with the next steps. */
import { indented, websiteSnippet } from '@footfall/contract/website-snippet';
import type { Workspace } from '../accounts/workspaces/store.ts';
import { ownCommand } from '../platform/common/own-command.ts';

export interface StartBlock {
  url: string;
  /** Path of the browser script. */
  script: string;
  /** Creates the first account; absent once somebody can sign in. */
  welcomeLink: string | undefined;
  workspace: Workspace;
  /** Number of other workspaces. */
  others: number;
  productionKey: string | undefined;
  developmentKey: string | undefined;
  /** Absent with DATABASE_URL. */
  dataDir: string | undefined;
  /** The cluster's directory if it is outside DATA_DIR. */
  movedCluster: string | undefined;
}

export function startBlock(block: StartBlock): string {
  const { url, workspace, others } = block;
  const none = `(none yet; create one with ${ownCommand} keys create)`;
  const snippet = websiteSnippet({
    src: `${url}${block.script}`,
    key: block.productionKey ?? 'YOUR_KEY',
  });
  const data = block.dataDir ?? 'the PostgreSQL server of DATABASE_URL';
  const lines = [
    'Footfall is running.',
    '',
    `  Dashboard        ${url}/`,
    `  API reference    ${url}/docs`,
    `  Data             ${data}`,
  ];
  if (block.movedCluster !== undefined) {
    lines.push(
      `                   The database is in ${block.movedCluster}: PostgreSQL refuses to run as root,`,
      '                   and its own user cannot open the directory above.',
    );
  }
  if (block.welcomeLink !== undefined) {
    lines.push(
      '',
      'Create the first account. This link works once, for one day:',
      '',
      `  ${block.welcomeLink}`,
    );
  }
  lines.push(
    '',
    'Paste this into every page of your website, before </head>:',
    '',
    indented(snippet, 2),
    '',
    `  Workspace        ${workspace.name} (${workspace.id})`,
    `  Production key   ${block.productionKey ?? none}`,
    `  Development key  ${block.developmentKey ?? none}`,
    '                   (its data is kept separate, as test data)',
  );
  if (others > 0)
    lines.push(
      `  ${others} more ${others === 1 ? 'workspace' : 'workspaces'}: ${ownCommand} workspace list`,
    );
  lines.push(
    '',
    'Create a secret key to read and write through the REST API:',
    '',
    `  ${ownCommand} keys create --workspace ${workspace.id} --kind secret --name backend --scopes all --server-only`,
    '',
    `Press Ctrl-C to stop. To see every setting, run ${ownCommand} --help`,
  );
  return `\n${lines.join('\n')}\n\n`;
}
