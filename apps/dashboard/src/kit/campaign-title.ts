/** What a campaign is called: by its name, else by where it comes from, as figures by campaign call it. */
export function campaignTitle(campaign: { name: string; source: string; medium: string }): string {
  return campaign.name || [campaign.source, campaign.medium].filter(Boolean).join(' / ');
}
