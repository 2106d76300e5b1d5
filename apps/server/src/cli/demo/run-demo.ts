/**
 * Fills a workspace with a made-up month through the ingest endpoint of the real application, on a temporary
 * port. Repeating the command finds everything stored.
 */

import { spendOf } from '@footfall/demo/details';
import { type DemoOptions, generate, type Life } from '@footfall/demo/generate';
import type { Truth } from '@footfall/demo/truth';
import { countMembers, joinWorkspace, lockAdministrators } from '../../accounts/members/store.ts';
import {
  createWorkspace,
  ensureFirstWorkspace,
  listWorkspaces,
} from '../../accounts/workspaces/store.ts';
import { importCompanies } from '../../companies/import/import-companies.ts';
import { ownCommand } from '../../platform/common/own-command.ts';
import { StartError } from '../../platform/common/start-error.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { storeSpend } from '../../revenue/campaigns/spend.ts';
import { type OwnService, withOwnService } from '../imports/own-service.ts';
import { demoSender, hasOtherData, selectDemoEnd } from './demo-data.ts';
import { companyFile, madeUpNetwork } from './made-up-companies.ts';
import { type SendCounts, sendParts } from './send.ts';

export interface DemoWishes extends Omit<DemoOptions, 'untilMs'> {
  /** Undefined: the workspace "Demo", created if missing. */
  workspaceId?: string;
  /** Allow other data in the workspace. */
  mayMix?: boolean;
  /** End of the month, instead of now. */
  untilMs?: number;
}

export interface DemoResult extends SendCounts {
  workspace: { id: string; name: string };
  options: DemoOptions;
  truth: Truth;
  seconds: number;
}

const workspaceName = 'Demo';
const messagesAtOnce = 500;

/**
 * `onSent` gets the number of messages after each batch.
 * @throws StartError if the workspace is unsuitable, or the service rejects the messages
 */
export async function runDemo(
  db: Database,
  config: Config,
  { workspaceId, mayMix = false, seed, events, days, untilMs = Date.now() }: DemoWishes,
  onSent: (messages: number) => void = () => undefined,
): Promise<DemoResult> {
  const begun = performance.now();
  const workspace = await findWorkspace(db, workspaceId);
  const end = await db.workspace(workspace.id, (tx) =>
    selectDemoEnd(tx, workspace.id, { seed, events, days }),
  );
  if (!mayMix) await refuseOtherData(db, workspace);
  const options = { seed, events, days, untilMs: end ?? untilMs };
  const life = generate(options);
  const truth = life.truth();

  await importCompanies(db, workspace.id, companyFile());
  await db.workspace(workspace.id, (tx) => storeSpend(tx, workspace.id, spendOf(truth.sessions)));
  const counts = await withOwnService(
    db,
    config,
    workspace.id,
    (service) => sendLife(service, life, options, onSent),
    { ownNetworks: madeUpNetwork },
  );
  const seconds = (performance.now() - begun) / 1000;
  return { workspace, options, truth, seconds, ...counts };
}

async function findWorkspace(db: Database, id: string | undefined) {
  return db.system(async (tx) => {
    const all = await listWorkspaces(tx);
    const workspace = all.find((one) =>
      id === undefined ? one.name === workspaceName : one.id === id,
    );
    if (id === undefined) {
      // The first workspace is the operator's own, even if the demo runs before the first start.
      const own = await ensureFirstWorkspace(tx);
      const demo = workspace ?? (await createWorkspace(tx, workspaceName));
      await letIn(tx, demo.id, own.id);
      return demo;
    }
    if (workspace) return workspace;
    throw new StartError(
      `No workspace has the ID ${id}. ${ownCommand} workspace list shows the IDs.`,
    );
  });
}

/** Gives administrators of the operator's workspace access to the demo, unless it has members. */
async function letIn(tx: Tx, workspaceId: string, ownId: string): Promise<void> {
  if ((await countMembers(tx, workspaceId)) > 0) return;
  for (const id of await lockAdministrators(tx, ownId)) {
    await joinWorkspace(tx, workspaceId, id, 'admin');
  }
}

async function refuseOtherData(db: Database, { id, name }: DemoResult['workspace']) {
  const isMixed = await db.workspace(id, (tx) => hasOtherData(tx, id));
  if (!isMixed) return;
  throw new StartError(
    `Workspace ${name} (${id}) has live data, and you could not separate the made-up visits from it later. Choose another workspace, omit --workspace to use the workspace Demo, or add --yes to mix them.`,
  );
}

async function sendLife(
  { target, background }: OwnService,
  life: Life,
  options: DemoOptions,
  onSent: (messages: number) => void,
): Promise<SendCounts> {
  const context = { library: demoSender(options) };
  const counts = await sendParts(life.parts(messagesAtOnce), { ...target, context }, onSent);
  await background.settle();
  return counts;
}
