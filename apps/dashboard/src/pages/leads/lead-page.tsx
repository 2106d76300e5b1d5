import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useRecord } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { ConflictDialog } from '../../kit/conflict-dialog.tsx';
import { copyText } from '../../kit/copy.ts';
import { useEdit } from '../../kit/edit.ts';
import { Facts, factsOf } from '../../kit/facts.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Mark } from '../../kit/mark.tsx';
import { useCompanyName, usePersonName } from '../../kit/names-of.ts';
import { Page } from '../../kit/page.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import columns from '../../kit/record-page.module.css';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { sayDone } from '../../kit/toasts.ts';
import { VisitTimeline } from '../../kit/visit-timeline.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMay, useMe } from '../../shell/frame-context.tsx';
import { useSourceText } from '../conversions/source-text.ts';
import { usePlaceOf } from './place-of.ts';
import { SummaryCard } from './summary-card.tsx';

type Lead = AnswerOf<'GET /leads/{id}'>['data'];

export function LeadPage() {
  const { id } = useParams({ from: '/app/$workspace/leads/$id' });
  const { leads, timeline, common } = useMessages();
  const leadQuery = useRecord('GET /leads/{id}', { params: { id } });
  const edit = useEdit({
    read: 'GET /leads/{id}',
    change: 'PATCH /leads/{id}',
    params: { id },
    record: leadQuery.data,
    outdates: ['GET /leads'],
  });
  const mayEdit = useMay('admin', 'member');
  const lead = leadQuery.data?.body.data;
  const person = usePersonName(lead?.identity_id ?? null);
  if (leadQuery.error) {
    return (
      <Page title={leads.one}>
        <Fault fault={leadQuery.error} onAgain={() => void leadQuery.refetch()} />
      </Page>
    );
  }
  if (!lead) return <LeadOnItsWay />;
  return (
    <Page
      title={person ?? `${leads.one} ${lead.code}`}
      subtitle={<LeadSubtitle lead={lead} isNamed={person !== undefined} />}
      actions={
        <Button
          variant="default"
          onClick={() => void copyText(lead.id).then(() => sayDone(common.copied))}
        >
          {leads.copyId}
        </Button>
      }
    >
      <div className={columns.columns}>
        <div className={columns.main}>
          <SummaryCard
            summary={lead.summary ?? {}}
            isSaving={edit.isSaving}
            onSave={mayEdit ? (summary) => edit.save({ summary }) : undefined}
          />
          <Card title={leads.properties}>
            {Object.keys(lead.properties).length > 0 ? (
              <Facts facts={factsOf(lead.properties)} />
            ) : (
              <p className={columns.nothing}>{leads.nothing}</p>
            )}
          </Card>
          <Card title={timeline.title}>
            <VisitTimeline
              of={
                lead.identity_id
                  ? { identity_id: lead.identity_id }
                  : { visitor_id: lead.visitor_id }
              }
            />
          </Card>
        </div>
        <LeadFacts lead={lead} person={person} />
      </div>
      <ConflictDialog conflict={edit.conflict} />
    </Page>
  );
}

function LeadOnItsWay() {
  const { leads } = useMessages();
  return (
    <Page title={leads.one}>
      <SkeletonBlock height={220} />
    </Page>
  );
}

function LeadSubtitle({ lead, isNamed }: { lead: Lead; isNamed: boolean }) {
  const { leads } = useMessages();
  const sourceText = useSourceText();
  return (
    <>
      {isNamed && `${leads.one} ${lead.code} · `}
      {leads.created} <When at={lead.created_at} /> · {sourceText(lead.source)}{' '}
      {lead.suspect && (
        <Mark look="warn" title={leads.suspectText}>
          {leads.suspect}
        </Mark>
      )}
    </>
  );
}

function LeadFacts({ lead, person }: { lead: Lead; person: string | undefined }) {
  const { leads, timeline } = useMessages();
  const placeOf = usePlaceOf();
  const sourceText = useSourceText();
  const { workspace } = useMe();
  const company = useCompanyName(lead.company_id);
  const params = (id: string) => ({ workspace: workspace.id, id });
  return (
    <Card title={leads.facts}>
      <Facts
        facts={[
          {
            name: leads.person,
            value: lead.identity_id ? (
              <Link to="/app/$workspace/people/$id" params={params(lead.identity_id)}>
                {person ?? leads.look}
              </Link>
            ) : (
              leads.anonymous
            ),
          },
          {
            name: leads.company,
            value: lead.company_id && (
              <Link to="/app/$workspace/companies/$id" params={params(lead.company_id)}>
                {company ?? leads.look}
              </Link>
            ),
          },
          {
            name: leads.visitor,
            value: (
              <Link to="/app/$workspace/visitors/$id" params={params(lead.visitor_id)}>
                {timeline.anonymous(lead.visitor_id.slice(-6))}
              </Link>
            ),
          },
          {
            name: leads.session,
            value: lead.session_id && (
              <RecordLink
                page="sessions"
                id={lead.session_id}
                search={{ visitor: lead.visitor_id }}
              >
                {leads.look}
              </RecordLink>
            ),
          },
          { name: leads.place, value: placeOf(lead.location) },
          { name: leads.source, value: sourceText(lead.source) },
          { name: leads.created, value: <When at={lead.created_at} /> },
          { name: leads.updated, value: <When at={lead.updated_at} /> },
        ]}
      />
    </Card>
  );
}
