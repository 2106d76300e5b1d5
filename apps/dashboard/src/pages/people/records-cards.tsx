import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { channelOf } from '../../kit/channel-of.ts';
import { Fault } from '../../kit/fault.tsx';
import { useFormat } from '../../kit/format.ts';
import { Lines } from '../../kit/lines.tsx';
import { Pager, usePages } from '../../kit/pager.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useTest } from '../../shell/frame-context.tsx';
import { useSourceText } from '../conversions/source-text.ts';

/** The person's visitors: one per browser or device. */
export function DevicesCard({ id }: { id: string }) {
  const { people, timeline } = useMessages();
  const format = useFormat();
  const test = useTest();
  const pages = usePages('visitors', 5);
  const { limit, offset } = pages;
  const visitors = useRead(
    'GET /visitors',
    { query: { test, identity_id: id, limit, offset } },
    { keepsPrevious: true },
  );
  return (
    <Card title={people.devices}>
      {visitors.error && <Fault fault={visitors.error} onAgain={() => void visitors.refetch()} />}
      {!visitors.error && (
        <Lines
          label={people.devices}
          empty={people.noDevices}
          lines={visitors.data?.data.map((visitor) => ({
            id: visitor.id,
            main: (
              <RecordLink page="visitors" id={visitor.id}>
                {people.visitor(visitor.id.slice(-6))}
              </RecordLink>
            ),
            note: [
              timeline.channels[channelOf(visitor.channel)],
              visitor.origin,
              visitor.city,
              format.country(visitor.country),
              people.visits(visitor.session_count),
            ]
              .filter(Boolean)
              .join(' · '),
            side: <When at={visitor.last_seen} />,
          }))}
        />
      )}
      <Pager pages={pages} total={visitors.data?.pagination.total} />
    </Card>
  );
}

export function PersonLeads({ id }: { id: string }) {
  const { people } = useMessages();
  const sourceText = useSourceText();
  const test = useTest();
  const pages = usePages('leads', 5);
  const { limit, offset } = pages;
  const leads = useRead(
    'GET /leads',
    { query: { test, identity_id: id, limit, offset } },
    { keepsPrevious: true },
  );
  return (
    <Card title={people.leads}>
      {leads.error && <Fault fault={leads.error} onAgain={() => void leads.refetch()} />}
      {!leads.error && (
        <Lines
          label={people.leads}
          empty={people.noLeads}
          lines={leads.data?.data.map((lead) => ({
            id: lead.id,
            main: (
              <RecordLink page="leads" id={lead.id}>
                {lead.code}
              </RecordLink>
            ),
            note: sourceText(lead.source),
            side: <When at={lead.created_at} />,
          }))}
        />
      )}
      <Pager pages={pages} total={leads.data?.pagination.total} />
    </Card>
  );
}

export function PersonConversions({ id }: { id: string }) {
  const { people, why } = useMessages();
  const test = useTest();
  const format = useFormat();
  const pages = usePages('conversions', 5);
  const { limit, offset } = pages;
  const conversions = useRead(
    'GET /conversions',
    { query: { test, identity_id: id, limit, offset } },
    { keepsPrevious: true },
  );
  return (
    <Card title={people.conversions}>
      {conversions.error && (
        <Fault fault={conversions.error} onAgain={() => void conversions.refetch()} />
      )}
      {!conversions.error && (
        <Lines
          label={people.conversions}
          empty={people.noConversions}
          lines={conversions.data?.data.map(
            ({ id: conversion, name, value, currency, ...more }) => ({
              id: conversion,
              main: (
                <>
                  <RecordLink page="conversions" id={conversion}>
                    {name}
                  </RecordLink>
                  {value !== null && ` · ${format.money(value, currency)}`}
                </>
              ),
              note: why.verificationLevels[more.verification_level],
              side: <When at={more.created_at} />,
            }),
          )}
        />
      )}
      <Pager pages={pages} total={conversions.data?.pagination.total} />
    </Card>
  );
}
