/** What a website needs to send, and whether it arrives. */
import type { HandlersOf } from '@footfall/contract/operation';
import { snippetLimits, type snippetOperations } from '@footfall/contract/snippet';
import { selectWriteKeys } from '../keys/store.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { readServed } from '../served-file.ts';
import { hasVisitors } from '../visitors/store.ts';
import { pinnedScript } from '../workspaces/pinned-script.ts';
import { countLatelyRefused } from './refused-messages.ts';

/** It stays as it is until the next start. */
let pinned: Promise<ReturnType<typeof pinnedScript>> | undefined;

export const snippetHandlers: HandlersOf<typeof snippetOperations, OperationContext> = {
  async getSnippet({ tx, workspaceId, last }) {
    pinned ??= readServed('sdk.js').then(pinnedScript);
    const [keys, live, test, refused] = await last(
      Promise.all([
        selectWriteKeys(tx, workspaceId, snippetLimits.keys),
        hasVisitors(tx, workspaceId, false),
        hasVisitors(tx, workspaceId, true),
        countLatelyRefused(tx, workspaceId),
      ]),
    );
    const { pinnedPath, integrity } = await pinned;
    return {
      data: {
        script: '/sdk.js',
        pinned_script: pinnedPath,
        integrity,
        write_keys: [...keys],
        arrived: { live, test },
        refused,
      },
    };
  },
};
