/* What a start prints when the service is ready: the next things that a person needs. */
import { indented, websiteSnippet } from '@footfall/contract/website-snippet';
import type { Workspace } from '../accounts/workspaces/store.ts';
import { ownCommand } from '../platform/common/own-command.ts';

export interface StartBlock {
  url: string;
  /** Path of the script. */
  script: string;
  /** To the first account, while nobody can sign in. */
  welcomeLink: string | undefined;
  workspace: Workspace;
  /** How many workspaces there are beside that one. */
  others: number;
  productionKey: string | undefined;
  developmentKey: string | undefined;
  /** Absent with DATABASE_URL. */
  dataDir: string | undefined;
  /** Where the cluster is when it is not in DATA_DIR. */
  movedCluster: string | undefined;
}

export function startBlock(block: StartBlock): string {
  const { url, workspace, others } = block;
  const none = `(none; make one with: ${ownCommand} keys create)`;
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
      `                   the database itself is in ${block.movedCluster}: PostgreSQL does not run as root,`,
      '                   and the unprivileged user that it runs as cannot enter the directory above',
    );
  }
  if (block.welcomeLink !== undefined) {
    lines.push(
      '',
      'Make the first account by this link, once and within a day:',
      '',
      `  ${block.welcomeLink}`,
    );
  }
  lines.push(
    '',
    'Put this into every page of your website, before </head>:',
    '',
    indented(snippet, 2),
    '',
    `  Workspace        ${workspace.name} (${workspace.id})`,
    `  Production key   ${block.productionKey ?? none}`,
    `  Development key  ${block.developmentKey ?? none}`,
    '                   (what it sends is kept apart as test data)',
  );
  if (others > 0) lines.push(`  ${others} more: ${ownCommand} workspace list`);
  lines.push(
    '',
    'A secret key, for reading and writing through the REST API:',
    '',
    `  ${ownCommand} keys create --workspace ${workspace.id} --kind secret --name backend --scopes all --server-only`,
    '',
    `Stop with Ctrl-C. Every setting: ${ownCommand} --help`,
  );
  return `\n${lines.join('\n')}\n\n`;
}
