import type { AttributionModel } from '@footfall/contract/campaigns';
import type { Conversion } from '@footfall/contract/conversions';
import { Card } from '../../kit/card.tsx';
import { Facts } from '../../kit/facts.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { CampaignName } from './campaign-name.tsx';
import classes from './credit-card.module.css';
import { useSourceText } from './source-text.ts';

const models: AttributionModel[] = ['first_touch', 'last_touch'];

/** By each model the visit that is credited, and why that one. */
export function CreditCard({ conversion }: { conversion: Conversion }) {
  const { conversions } = useMessages();
  return (
    <Card title={conversions.credit}>
      <div className={classes.touches}>
        {models.map((model) => (
          <section key={model} aria-label={conversions.ofModel[model]}>
            <h3>{conversions.ofModel[model]}</h3>
            <p className={classes.why}>{conversions.touchText[model]}</p>
            <Touch conversion={conversion} touch={conversion[model]} />
          </section>
        ))}
      </div>
      <p className={classes.why}>{conversions.creditText}</p>
    </Card>
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
