import {
  type AttributionModel,
  attributionModelNames,
  type CampaignPerformance,
} from '@footfall/contract/campaigns';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { ExportAll } from '../../kit/bulk-actions.tsx';
import { campaignTitle } from '../../kit/campaign-title.ts';
import { Empty } from '../../kit/empty.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useListState, useMay, useMe, useTest } from '../../shell/frame-context.tsx';
import { filteredQuery } from '../../shell/list-query.ts';
import { LookAtDemo } from '../../shell/look-at-demo.tsx';
import { Amounts, Returns } from './amounts.tsx';
import { useInstants, useModel } from './campaign-search.ts';
import { SpendDialog } from './spend-dialog.tsx';

type Sort = 'created_at' | '-created_at';

export function CampaignsPage() {
  const { campaigns } = useMessages();
  const { workspace } = useMe();
  const list = useListState({ sort: '-created_at' });
  const [model, setModel] = useModel();
  const query = {
    test: useTest(),
    ...useInstants(),
    model,
    ...filteredQuery<Sort>(list),
  };
  const found = useRead('GET /campaigns/performance', { query }, { keepsPrevious: true });
  const total = found.data?.pagination.total;
  return (
    <Page
      title={campaigns.title}
      hasPeriod
      actions={
        <>
          <ModelChoice model={model} onChoose={setModel} />
          <ExportAll file="/exports/campaigns" list={list} total={total} />
          <ImportSpend />
        </>
      }
    >
      <FilterBar about="campaign" list={list} fault={found.error} views="campaigns" />
      <RecordTable
        label={campaigns.title}
        columns={useColumns()}
        idOf={({ campaign_id }) => campaign_id}
        linkOf={({ campaign_id }) => `/app/${workspace.id}/campaigns/${campaign_id}`}
        {...rowsIn(found)}
        list={list}
        empty={
          <Empty icon="campaigns" title={campaigns.empty} text={campaigns.emptyText}>
            <ImportSpend />
            <LookAtDemo />
          </Empty>
        }
      />
    </Page>
  );
}

function ModelChoice(props: {
  model: AttributionModel;
  onChoose: (model: AttributionModel) => void;
}) {
  const { campaigns } = useMessages();
  return (
    <NativeSelect
      size="xs"
      aria-label={campaigns.model}
      title={campaigns.modelText[props.model]}
      value={props.model}
      data={attributionModelNames.map((value) => ({ value, label: campaigns.models[value] }))}
      onChange={(event) => props.onChoose(event.currentTarget.value as AttributionModel)}
    />
  );
}

function ImportSpend() {
  const { campaigns } = useMessages();
  const [isOpen, setOpen] = useState(false);
  if (!useMay('admin', 'member')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {campaigns.importSpend}
      </Button>
      {isOpen && <SpendDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function useColumns(): Column<CampaignPerformance>[] {
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
