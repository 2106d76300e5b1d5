import { namedId } from '../../platform/common/ids.ts';
import type { CampaignTags } from './visit-origin.ts';

const known = new Map<string, string>();
const remembered = 5_000;

/** The same tags in a workspace and environment are one campaign. */
export function campaignIdOf(
  workspaceId: string,
  isTest: boolean,
  { source, medium, name }: CampaignTags,
): string {
  const key = `${workspaceId}${isTest}\n${source}\n${medium}\n${name}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size >= remembered) known.clear();
  const id = namedId(`campaign:${workspaceId}:${JSON.stringify([isTest, source, medium, name])}`);
  known.set(key, id);
  return id;
}
