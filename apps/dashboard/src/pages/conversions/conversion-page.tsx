import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { Facts, factsOf } from '../../kit/facts.tsx';
import { Fault } from '../../kit/fault.tsx';
import { useFormat } from '../../kit/format.ts';
import { Page } from '../../kit/page.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import columns from '../../kit/record-page.module.css';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { CreditCard } from './credit-card.tsx';
import { LevelBadge } from './level-badge.tsx';

type Conversion = AnswerOf<'GET /conversions/{id}'>['data'];

export function ConversionPage() {
  const { id } = useParams({ from: '/app/$workspace/conversions/$id' });
  const { conversions } = useMessages();
  const format = useFormat();
  const { data, error, refetch } = useRead('GET /conversions/{id}', { params: { id } });
  if (error) {
    return (
      <Page title={conversions.one}>
        <Fault fault={error} onAgain={() => void refetch()} />
      </Page>
    );
  }
  if (!data) {
    return (
      <Page title={conversions.one}>
        <SkeletonBlock height={220} />
      </Page>
    );
  }
  const conversion = data.data;
  const { name, value, currency, created_at, properties } = conversion;
  return (
    <Page
      title={value === null ? name : `${name} · ${format.money(value, currency)}`}
      subtitle={<When at={created_at} />}
    >
      <div className={columns.columns}>
        <div className={columns.main}>
          <CreditCard conversion={conversion} />
          <Card title={conversions.properties}>
            {Object.keys(properties).length > 0 ? (
              <Facts facts={factsOf(properties)} />
            ) : (
              <p className={columns.nothing}>{conversions.nothing}</p>
            )}
          </Card>
        </div>
        <ConversionFacts conversion={conversion} />
      </div>
    </Page>
  );
}

function ConversionFacts({ conversion }: { conversion: Conversion }) {
  const { conversions } = useMessages();
  const {
    identity_id,
    visitor_id,
    session_id,
    lead_id,
    code,
    external_id,
    verification_level: level,
  } = conversion;
  const person = usePerson(identity_id);
  const link = (
    page: 'people' | 'visitors' | 'leads',
    id: string | null,
    text?: string,
  ): ReactNode =>
    id && (
      <RecordLink page={page} id={id}>
        {text ?? conversions.look}
      </RecordLink>
    );
  return (
    <Card title={conversions.facts}>
      <Facts
        facts={[
          {
            name: conversions.person,
            value: link('people', identity_id, person) ?? conversions.anonymous,
          },
          { name: conversions.visitor, value: link('visitors', visitor_id) },
          {
            name: conversions.session,
            value: (
              <RecordLink page="sessions" id={session_id} search={{ visitor: visitor_id }}>
                {conversions.look}
              </RecordLink>
            ),
          },
          { name: conversions.lead, value: link('leads', lead_id) },
          {
            name: conversions.verificationLevel,
            value: (
              <>
                <LevelBadge level={level} /> {conversions.verificationLevelTexts[level]}
              </>
            ),
          },
          ...(code ? [{ name: conversions.code, value: code }] : []),
          ...(external_id ? [{ name: conversions.externalId, value: external_id }] : []),
          { name: conversions.created, value: <When at={conversion.created_at} /> },
        ]}
      />
    </Card>
  );
}

function usePerson(id: string | null): string | undefined {
  const input = { params: { id: id ?? '' } };
  const { data } = useRead('GET /identities/{id}', input, { isEnabled: id !== null });
  return data && (data.data.name || data.data.email || undefined);
}
