/** The snippet for a website, and whether its messages arrive. */
import type { HandlersOf } from '@footfall/contract/operation';
import { snippetLimits, type snippetOperations } from '@footfall/contract/snippet';
import { selectWriteKeys } from '../../accounts/keys/store.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { readWebsiteScripts } from '../../platform/website-scripts.ts';
import { hasVisitors } from '../../visits/cutting/visitors.ts';
import { countLatelyRefused } from '../../visits/rejected/read-rejected-events.ts';

export const snippetHandlers: HandlersOf<typeof snippetOperations, OperationContext> = {
  async getSnippet({ tx, workspaceId, scripts }) {
    const [keys, live, test, refused] = await Promise.all([
      selectWriteKeys(tx, workspaceId, snippetLimits.keys),
      hasVisitors(tx, workspaceId, false),
      hasVisitors(tx, workspaceId, true),
      countLatelyRefused(tx, workspaceId),
    ]);
    const { paths, script, extra, cookieless } = scripts ?? (await readWebsiteScripts());
    return {
      data: {
        script: script.path,
        pinned_script: script.pinnedPath,
        integrity: script.integrity,
        extra: extra.path,
        pinned_extra: extra.pinnedPath,
        extra_integrity: extra.integrity,
        cookieless: cookieless.path,
        pinned_cookieless: cookieless.pinnedPath,
        cookieless_integrity: cookieless.integrity,
        ingest: paths.ingest,
        write_keys: [...keys],
        arrived: { live, test },
        refused,
      },
    };
  },
};
