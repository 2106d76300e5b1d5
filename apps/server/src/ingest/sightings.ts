/** The campaigns whose tags sessions carry. Pure. */
import type { SeenCampaign } from '../campaigns/store.ts';
import { namedId } from '../ids.ts';
import type { SessionDelta } from '../sessions/store.ts';

export function seenCampaigns(workspaceId: string, sessions: SessionDelta[]): SeenCampaign[] {
  const campaigns = new Map<string, SeenCampaign>();
  for (const { campaign, isTest, startedAt } of sessions) {
    if (campaign === null) continue;
    const { source = '', medium = '', name = '' } = JSON.parse(campaign) as Partial<SeenCampaign>;
    const tags = JSON.stringify([isTest, source, medium, name]);
    const known = campaigns.get(tags);
    if (known && known.seenAt <= startedAt) continue;
    const id = namedId(`campaign:${workspaceId}:${tags}`);
    campaigns.set(tags, { id, isTest, name, source, medium, seenAt: startedAt });
  }
  // In key order: two transactions with the same campaigns wait for rather than deadlock each other.
  return [...campaigns.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
