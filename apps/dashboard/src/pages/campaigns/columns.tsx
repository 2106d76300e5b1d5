/** The table of campaigns. */
import type { CampaignPerformance } from '@footfall/contract/campaigns';
import { campaignTitle } from '../../kit/campaign-title.ts';
import { useFormat } from '../../kit/format.ts';
import type { Column } from '../../kit/record-table.tsx';
import { useMessages } from '../../messages/language.tsx';
import { Amounts, Returns } from './amounts.tsx';

export function useCampaignColumns(): Column<CampaignPerformance>[] {
  const { campaigns } = useMessages();
  const format = useFormat();
  const counts = ['visitors', 'sessions', 'leads', 'conversions'] as const;
  return [
    {
      id: 'name',
      title: campaigns.name,
      cell: (campaign) => campaignTitle(campaign) || campaigns.unnamed,
    },
    {
      id: 'source',
      title: campaigns.source,
      cell: ({ source, medium }) => [source, medium].filter(Boolean).join(' / ') || '–',
    },
    ...counts.map(
      (name): Column<CampaignPerformance> => ({
        id: name,
        title: campaigns[name],
        align: 'end',
        isNarrow: name === 'leads',
        isOptional: name === 'visitors',
        cell: (row) => format.number(row[name]),
      }),
    ),
    {
      id: 'revenue',
      title: campaigns.revenue,
      align: 'end',
      cell: ({ revenue }) => <Amounts amounts={revenue} />,
    },
    {
      id: 'spend',
      title: campaigns.spend,
      align: 'end',
      cell: ({ spend }) => <Amounts amounts={spend} />,
    },
    {
      id: 'cost_per_lead',
      title: campaigns.costPerLead,
      align: 'end',
      cell: ({ cost_per_lead }) => <Amounts amounts={cost_per_lead} />,
    },
    {
      id: 'return',
      title: campaigns.returnOnSpend,
      align: 'end',
      cell: (row) => <Returns of={row.return} />,
    },
  ];
}
