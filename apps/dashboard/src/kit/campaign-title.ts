/** Display name of a campaign: its name, else its source, as in figures by campaign. */
export function campaignTitle(campaign: { name: string; source: string; medium: string }): string {
  return campaign.name || [campaign.source, campaign.medium].filter(Boolean).join(' / ');
}
