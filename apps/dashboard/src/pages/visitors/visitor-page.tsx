import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { ActivityList } from '../../kit/activity-list.tsx';
import { Card } from '../../kit/card.tsx';
import { useVisitorClaims } from '../../kit/claims.ts';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { usePersonName } from '../../kit/names-of.ts';
import { Page } from '../../kit/page.tsx';
import { usePages } from '../../kit/pager.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import columns from '../../kit/record-page.module.css';
import { RecordPage } from '../../kit/record-page.tsx';
import { SourceFacts } from '../../kit/source-facts.tsx';
import { StateMark } from '../../kit/state-mark.tsx';
import { TimelineCard } from '../../kit/timeline-card.tsx';
import { VisitTimeline } from '../../kit/visit-timeline.tsx';
import { useVisitorName } from '../../kit/visitor-name.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe, useTest } from '../../shell/frame-context.tsx';
import { usePlaceOf } from '../leads/place-of.ts';
import { ConsentsCard } from './consents-card.tsx';
import { WhyBot } from './why-bot.tsx';
import { WhyVisitorsCompany } from './why-visitors-company.tsx';

type Visitor = AnswerOf<'GET /visitors/{id}'>['data'];

export function VisitorPage() {
  const { id } = useParams({ from: '/app/$workspace/visitors/$id' });
  const { visitors } = useMessages();
  const visitorQuery = useRead('GET /visitors/{id}', { params: { id } });
  return (
    <RecordPage
      title={visitors.one}
      record={visitorQuery.data?.data}
      fault={visitorQuery.error}
      onAgain={() => void visitorQuery.refetch()}
    >
      {(visitor) => <ShownVisitor visitor={visitor} />}
    </RecordPage>
  );
}

function ShownVisitor({ visitor }: { visitor: Visitor }) {
  const { visitors } = useMessages();
  const { workspace } = useMe();
  const person = usePersonName(visitor.identity_id);
  const name = useVisitorName(visitor);
  const claims = useVisitorClaims(visitor.id);
  return (
    <Page
      title={person ?? name}
      subtitle={
        <>
          {visitors.lastSeen} <When at={visitor.last_seen} /> <StateMark of={visitor} />
        </>
      }
    >
      <div className={columns.columns}>
        <div className={columns.main}>
          <Card title={visitors.whereFrom}>
            <SourceFacts of={visitor} claims={claims} />
          </Card>
          <TimelineCard
            visits={
              <VisitTimeline of={{ visitor_id: visitor.id }} isOfBots={visitor.bot !== null} />
            }
            activity={<VisitorActivity id={visitor.id} />}
          />
        </div>
        <div className={columns.main}>
          <VisitorFacts visitor={visitor} person={person} />
          <WhyBot visitor={visitor} claims={claims} />
          {visitor.company_id && workspace.features.includes('companies') && (
            <WhyVisitorsCompany
              visitorId={visitor.id}
              companyId={visitor.company_id}
              claims={claims}
            />
          )}
          <ConsentsCard id={visitor.id} />
        </div>
      </div>
    </Page>
  );
}

function VisitorFacts({ visitor, person }: { visitor: Visitor; person: string | undefined }) {
  const { visitors } = useMessages();
  const placeOf = usePlaceOf();
  const format = useFormat();
  return (
    <Card title={visitors.facts}>
      <Facts
        facts={[
          {
            name: visitors.person,
            value: visitor.identity_id ? (
              <RecordLink page="people" id={visitor.identity_id}>
                {person ?? visitors.person}
              </RecordLink>
            ) : (
              visitors.notNamed
            ),
          },
          { name: visitors.place, value: placeOf(visitor) },
          { name: visitors.address, value: visitor.ip || '–' },
          { name: visitors.visits, value: format.number(visitor.session_count) },
          { name: visitors.pageViews, value: format.number(visitor.page_view_count) },
          { name: visitors.messages, value: format.number(visitor.event_count) },
          { name: visitors.firstSeen, value: <When at={visitor.first_seen} /> },
          { name: visitors.lastSeen, value: <When at={visitor.last_seen} /> },
        ]}
      />
    </Card>
  );
}

function VisitorActivity({ id }: { id: string }) {
  const test = useTest();
  const pages = usePages('activity', 20);
  const { limit, offset } = pages;
  const activity = useRead(
    'GET /visitors/{id}/activity',
    { params: { id }, query: { test, limit, offset } },
    { keepsPrevious: true },
  );
  return <ActivityList query={activity} pages={pages} />;
}
