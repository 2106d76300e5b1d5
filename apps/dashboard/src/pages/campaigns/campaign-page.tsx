import { attributionModelNames, type CampaignPerformance } from '@footfall/contract/campaigns';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import { campaignTitle } from '../../kit/campaign-title.ts';
import { Card } from '../../kit/card.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Fault } from '../../kit/fault.tsx';
import { faultText } from '../../kit/fault-text.ts';
import table from '../../kit/figures-table.module.css';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import columns from '../../kit/record-page.module.css';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { TimeChart } from '../../kit/time-chart.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { usePeriod, useTest } from '../../shell/frame-context.tsx';
import { intervalOf } from '../overview/overview-stats.ts';
import { Amounts, Returns } from './amounts.tsx';
import { useInstants } from './campaign-search.ts';
import { InItsVisits } from './in-its-visits.tsx';

export function CampaignPage() {
  const { id } = useParams({ from: '/app/$workspace/campaigns/$id' });
  const { campaigns } = useMessages();
  const { data, error, refetch } = useRead('GET /campaigns/{id}', { params: { id } });
  if (error) {
    return (
      <Page title={campaigns.one}>
        <Fault fault={error} onAgain={() => void refetch()} />
      </Page>
    );
  }
  if (!data) {
    return (
      <Page title={campaigns.one}>
        <SkeletonBlock height={220} />
      </Page>
    );
  }
  const { name, source, medium, created_at } = data.data;
  return (
    <Page
      title={campaignTitle(data.data) || campaigns.unnamed}
      subtitle={[source, medium].filter(Boolean).join(' / ')}
      hasPeriod
    >
      <Performance id={id} />
      <div className={columns.columns}>
        <div className={columns.main}>
          <Card title={campaigns.overTime}>
            <OverTime id={id} />
          </Card>
          <InItsVisits id={id} />
        </div>
        <Card title={campaigns.facts}>
          <Facts
            facts={[
              { name: campaigns.name, value: name || campaigns.ofNowhere },
              { name: campaigns.source, value: source || campaigns.ofNowhere },
              { name: campaigns.medium, value: medium || campaigns.ofNowhere },
              { name: campaigns.created, value: <When at={created_at} /> },
            ]}
          />
        </Card>
      </div>
    </Page>
  );
}

function Performance({ id }: { id: string }) {
  const { campaigns } = useMessages();
  const heads = ['sessions', 'leads', 'conversions', 'revenue', 'spend'] as const;
  return (
    <Card title={campaigns.performance}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <section className={table.scroll} aria-label={campaigns.model} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>{campaigns.model}</th>
              {heads.map((name) => (
                <th key={name}>{campaigns[name]}</th>
              ))}
              <th>{campaigns.costPerLead}</th>
              <th title={campaigns.returnText}>{campaigns.returnOnSpend}</th>
            </tr>
          </thead>
          <tbody>
            {attributionModelNames.map((model) => (
              <ModelRow key={model} id={id} model={model} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

type Model = (typeof attributionModelNames)[number];

function ModelRow({ id, model }: { id: string; model: Model }) {
  const { campaigns, common } = useMessages();
  const query = { ...useInstants(), model };
  const { data, error } = useRead(
    'GET /campaigns/{id}/performance',
    { params: { id }, query },
    { keepsPrevious: true },
  );
  return (
    <tr>
      <th scope="row" title={campaigns.modelText[model]}>
        {campaigns.models[model]}
      </th>
      {data ? (
        <ModelCells of={data.data} />
      ) : (
        <td colSpan={7}>{error ? faultText(error, common) : '…'}</td>
      )}
    </tr>
  );
}

function ModelCells({ of }: { of: CampaignPerformance }) {
  const format = useFormat();
  return (
    <>
      <td>{format.number(of.sessions)}</td>
      <td>{format.number(of.leads)}</td>
      <td>{format.number(of.conversions)}</td>
      <td>
        <Amounts amounts={of.revenue} />
      </td>
      <td>
        <Amounts amounts={of.spend} />
      </td>
      <td>
        <Amounts amounts={of.cost_per_lead} />
      </td>
      <td>
        <Returns of={of.return} />
      </td>
    </>
  );
}

function OverTime({ id }: { id: string }) {
  const { campaigns } = useMessages();
  const period = usePeriod();
  const { since, until, timeZone } = period;
  const interval = intervalOf(period);
  const query = {
    from: since,
    to: until,
    time_zone: timeZone,
    test: useTest(),
    campaign: id,
    metrics: ['visitors', 'sessions'],
    interval,
  } as const;
  const { data, error } = useRead('GET /stats', { query }, { keepsPrevious: true });
  if (error) return <Fault fault={error} />;
  const rows = data?.data.rows.filter(({ time }) => time !== null) ?? [];
  const valuesOf = (name: 'visitors' | 'sessions') =>
    rows.map(({ figures }) => figures[name] ?? null);
  return (
    <TimeChart
      label={campaigns.overTime}
      times={data && rows.map(({ time }) => time ?? '')}
      series={[
        { label: campaigns.sessions, values: valuesOf('sessions') },
        { label: campaigns.visitors, values: valuesOf('visitors') },
      ]}
      interval={interval}
    />
  );
}
