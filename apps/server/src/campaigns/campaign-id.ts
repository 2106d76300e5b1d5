import type { CampaignTags } from '../enrichment/sources/visit-origin.ts';
import { namedId } from '../ids.ts';

const known = new Map<string, string>();
const remembered = 5_000;

/** The same tags in a workspace and environment are one campaign. */
export function campaignIdOf(
  workspaceId: string,
  isTest: boolean,
  { source, medium, name }: CampaignTags,
): string {
  const tags = `campaign:${workspaceId}:${JSON.stringify([isTest, source, medium, name])}`;
  const found = known.get(tags);
  if (found) return found;
  if (known.size >= remembered) known.clear();
  const id = namedId(tags);
  known.set(tags, id);
  return id;
}
