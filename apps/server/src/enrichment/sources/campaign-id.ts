import { namedId } from '../../platform/common/ids.ts';
import type { CampaignTags } from './visit-origin.ts';

const idByText = new Map<string, string>();
const remembered = 5_000;

/** The same tags in a workspace and environment are one campaign. */
export function campaignIdOf(
  workspaceId: string,
  isTest: boolean,
  { source, medium, name }: CampaignTags,
): string {
  const key = `${workspaceId}${isTest}\n${source}\n${medium}\n${name}`;
  const existing = idByText.get(key);
  if (existing) return existing;
  if (idByText.size >= remembered) idByText.clear();
  const id = namedId(`campaign:${workspaceId}:${JSON.stringify([isTest, source, medium, name])}`);
  idByText.set(key, id);
  return id;
}
