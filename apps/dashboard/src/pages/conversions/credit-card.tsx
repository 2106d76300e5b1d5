import type { Conversion } from '@footfall/contract/conversions';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { channelOf } from '../../kit/channel-of.ts';
import { Facts } from '../../kit/facts.tsx';
import { Fault } from '../../kit/fault.tsx';
import table from '../../kit/figures-table.module.css';
import { useFormat } from '../../kit/format.ts';
import { RecordLink } from '../../kit/record-link.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { CampaignName } from './campaign-name.tsx';
import classes from './credit-card.module.css';
import { useSourceText } from './source-text.ts';

const wholeModels = ['last_non_direct', 'last_touch', 'first_touch'] as const;
const sharingModels = ['linear', 'position', 'time_decay'] as const;

/** Credited visits by model, with reasons. */
export function CreditCard({ conversion }: { conversion: Conversion }) {
  const { campaigns, conversions } = useMessages();
  return (
    <Card title={conversions.credit}>
      <div className={classes.touches}>
        {wholeModels.map((model) => (
          <section key={model} aria-label={campaigns.models[model]}>
            <h3>{campaigns.models[model]}</h3>
            <p className={classes.why}>{campaigns.modelText[model]}</p>
            <Touch conversion={conversion} touch={conversion[model]} />
          </section>
        ))}
      </div>
      <Shares id={conversion.id} />
      <p className={classes.why}>{conversions.creditText}</p>
    </Card>
  );
}

/** Each visit's share by the models that divide credit. */
function Shares({ id }: { id: string }) {
  const { campaigns, conversions, timeline } = useMessages();
  const format = useFormat();
  const { data, error } = useRead('GET /conversions/{id}/evidence', { params: { id } });
  if (error) return <Fault fault={error} />;
  const claims = data?.data.claims.filter(({ claim }) => claim === 'credit') ?? [];
  const visits = new Map(claims.map((claim) => [claim.subject_id ?? '', claim]));
  if (visits.size < 2) return null;
  const inTime = [...visits].sort(([, a], [, b]) => (a.since < b.since ? -1 : 1));
  // The claim is a channel with its source.
  const originText = (value: string) => {
    const [channel = '', ...origin] = value.split(': ');
    return [timeline.channels[channelOf(channel)], ...origin].join(': ');
  };
  const shareOf = (visit: string, model: string) =>
    claims.find((claim) => claim.subject_id === visit && claim.model === model)?.share;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section className={table.scroll} aria-label={conversions.shares} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{conversions.shares}</th>
            {sharingModels.map((model) => (
              <th key={model} title={campaigns.modelText[model]}>
                {campaigns.models[model]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inTime.map(([visit, { since, value }]) => (
            <tr key={visit}>
              <th scope="row">
                <RecordLink page="sessions" id={visit}>
                  <When at={since} /> · {originText(value)}
                </RecordLink>
              </th>
              {sharingModels.map((model) => (
                <td key={model}>{format.percent(shareOf(visit, model) ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface TouchProps {
  conversion: Conversion;
  touch: Conversion['first_touch'];
}

function Touch({ conversion, touch }: TouchProps) {
  const { conversions } = useMessages();
  const sourceText = useSourceText();
  if (!touch) return <p>{conversions.notYet}</p>;
  const { session_id, visitor_id, campaign_id, source, touched_at } = touch;
  return (
    <>
      <Facts
        facts={[
          { name: conversions.source, value: sourceText(source) },
          {
            name: conversions.campaign,
            value: campaign_id ? <CampaignName id={campaign_id} /> : conversions.noCampaign,
          },
          { name: conversions.began, value: <When at={touched_at} /> },
          {
            name: conversions.session,
            value: (
              <RecordLink page="sessions" id={session_id} search={{ visitor: visitor_id }}>
                {conversions.visit}
              </RecordLink>
            ),
          },
        ]}
      />
      {session_id === conversion.session_id && <p>{conversions.sameVisit}</p>}
      {visitor_id !== conversion.visitor_id && <p>{conversions.otherDevice}</p>}
    </>
  );
}
