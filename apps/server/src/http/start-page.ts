/** The page at `/`: the snippet to paste, links, and whether events arrive. */
import { createHash } from 'node:crypto';
import { ownCommand } from '../common/own-command.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';
import { escapeHtml } from '../docs-site/html.ts';
import { countEvents } from '../events/store.ts';
import { countLatelyRefused, mostCounted } from '../ingest/refused-messages.ts';
import { listKeys } from '../keys/store.ts';
import { readServed } from '../served-file.ts';
import { listWorkspaces } from '../workspaces/store.ts';

/** Shows write keys only, which every visitor of the website sees as well. */
export async function renderStartPage(
  db: Database,
  config: Config,
  script: Buffer,
): Promise<string> {
  const template = (await readServed('start-page.html')).toString();
  const { key, events, refused } = await db.system(async (tx) => {
    const [workspace] = await listWorkspaces(tx);
    const keys = workspace ? await listKeys(tx, workspace.id) : [];
    const production = keys.find(({ kind, revoked_at }) => kind === 'production' && !revoked_at);
    return {
      key: production?.key ?? 'svc_pk_…',
      events: await countEvents(tx),
      refused: await countLatelyRefused(tx),
    };
  });
  const values: Record<string, string> = {
    pinned: pinnedSnippet(config, script, key),
    snippet: `<script async src="${config.publicUrl}/sdk.js" data-key="${key}"></script>`,
    events: events === 1 ? '1 event' : `${events.toLocaleString('en')} events`,
    refused: refusedText(refused),
    url: config.publicUrl,
    command: ownCommand,
    base: new URL(config.publicUrl).pathname.replace(/\/$/, ''),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) =>
    escapeHtml(values[name] ?? ''),
  );
}

/**
 * An address of the script that always answers these bytes, and what a browser checks them by. Beside /sdk.js: the
 * script sends to the folder that it came from.
 */
export function pinnedScript(content: Buffer): { pinnedPath: string; integrity: string } {
  const name = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
  return { pinnedPath: `/sdk-${name}.js`, integrity };
}

function pinnedSnippet({ publicUrl }: Config, script: Buffer, key: string): string {
  const { pinnedPath, integrity } = pinnedScript(script);
  return `<script async src="${publicUrl}${pinnedPath}" integrity="${integrity}" crossorigin="anonymous" data-key="${key}"></script>`;
}

function refusedText(count: number): string {
  if (count === 0) return 'No message was';
  if (count === 1) return '1 message was';
  return `${count < mostCounted ? count : `${mostCounted.toLocaleString('en')} or more`} messages were`;
}
