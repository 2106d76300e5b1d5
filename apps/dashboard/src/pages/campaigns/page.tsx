import { type AttributionModel, attributionModelNames } from '@footfall/contract/campaigns';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { ExportAll } from '../../kit/bulk-actions.tsx';
import { Empty } from '../../kit/empty.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { Page } from '../../kit/page.tsx';
import { RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useListState, useMay, useMe, useTest } from '../../shell/frame-context.tsx';
import { filteredQuery } from '../../shell/list-query.ts';
import { LookAtDemo } from '../../shell/look-at-demo.tsx';
import { useInstants, useModel } from './campaign-search.ts';
import { useCampaignColumns } from './columns.tsx';
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
  const campaignsQuery = useRead('GET /campaigns/performance', { query }, { keepsPrevious: true });
  const total = campaignsQuery.data?.pagination.total;
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
      <FilterBar about="campaign" list={list} fault={campaignsQuery.error} views="campaigns" />
      <RecordTable
        label={campaigns.title}
        columns={useCampaignColumns()}
        idOf={({ campaign_id }) => campaign_id}
        linkOf={({ campaign_id }) => `/app/${workspace.id}/campaigns/${campaign_id}`}
        {...rowsIn(campaignsQuery)}
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
