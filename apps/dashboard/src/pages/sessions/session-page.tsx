import { useParams, useSearch } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { useSessionClaims } from '../../kit/claims.ts';
import { Figure } from '../../kit/figure.tsx';
import { FigureRow } from '../../kit/figure-row.tsx';
import { useFormat } from '../../kit/format.ts';
import { Mark } from '../../kit/mark.tsx';
import { Page } from '../../kit/page.tsx';
import { RecordLink } from '../../kit/record-link.tsx';
import columns from '../../kit/record-page.module.css';
import { RecordPage } from '../../kit/record-page.tsx';
import { SourceFacts } from '../../kit/source-facts.tsx';
import { StateMark } from '../../kit/state-mark.tsx';
import { VisitPages } from '../../kit/visit-pages.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe } from '../../shell/frame-context.tsx';
import { type RawSearch, textOf } from '../../shell/search.ts';
import { BotFacts, SuspicionFacts } from '../visitors/why-bot.tsx';
import { SessionConversions } from './session-conversions.tsx';
import { SessionFacts } from './session-facts.tsx';

type Session = AnswerOf<'GET /sessions/{id}'>['data'];

/** Most pages of a visit in the API. */
const mostPages = 500;

export function SessionPage() {
  const { id } = useParams({ from: '/app/$workspace/sessions/$id' });
  const { sessions } = useMessages();
  const raw: RawSearch = useSearch({ strict: false });
  const visitor = textOf(raw.visitor);
  const sessionQuery = useRead('GET /sessions/{id}', {
    params: { id },
    ...(visitor && { query: { visitor_id: visitor } }),
  });
  return (
    <RecordPage
      title={sessions.title}
      record={sessionQuery.data?.data}
      fault={sessionQuery.error}
      onAgain={() => void sessionQuery.refetch()}
    >
      {(session) => <ShownSession session={session} />}
    </RecordPage>
  );
}

function ShownSession({ session }: { session: Session }) {
  const { sessions } = useMessages();
  const { workspace } = useMe();
  const format = useFormat();
  return (
    <Page
      title={`${sessions.title} ${format.exact(session.started_at)}`}
      subtitle={
        <>
          {session.is_bounce && (
            <Mark look="quiet" title={sessions.bounceText}>
              {sessions.bounce}
            </Mark>
          )}{' '}
          <StateMark of={session} />
        </>
      }
    >
      <div className={columns.columns}>
        <div className={columns.main}>
          <SessionFigures session={session} />
          <PagesCard session={session} />
          {workspace.features.includes('conversions') && <SessionConversions session={session} />}
        </div>
        <div className={columns.main}>
          <SourceCard session={session} />
          <SessionFacts session={session} />
          {session.bot && (
            <Card title={sessions.bot}>
              <BotFacts bot={session.bot} />
            </Card>
          )}
          {session.suspicion && (
            <Card title={sessions.suspected}>
              <SuspicionFacts suspicion={session.suspicion} />
            </Card>
          )}
        </div>
      </div>
    </Page>
  );
}

function SessionFigures({ session }: { session: Session }) {
  const { sessions } = useMessages();
  const { number, duration } = useFormat();
  return (
    <Card title={sessions.figures}>
      <FigureRow>
        <Figure label={sessions.pageViews} value={number(session.page_view_count)} />
        <Figure label={sessions.attention} value={duration(session.engaged_seconds)} />
        <Figure label={sessions.duration} value={duration(session.duration_seconds)} />
        <Figure label={sessions.messages} value={number(session.event_count)} />
      </FigureRow>
    </Card>
  );
}

function PagesCard({ session: { pages } }: { session: Session }) {
  const { sessions, timeline } = useMessages();
  return (
    <Card title={sessions.pages}>
      {pages.length > 0 ? (
        <VisitPages pages={pages} />
      ) : (
        <p className={columns.nothing}>{timeline.noPages}</p>
      )}
      {pages.length === mostPages && <p className={columns.nothing}>{sessions.firstPages}</p>}
    </Card>
  );
}

function SourceCard({ session }: { session: Session }) {
  const { sessions } = useMessages();
  const { workspace } = useMe();
  const { campaign_id: campaign } = session;
  return (
    <Card
      title={sessions.whereFrom}
      actions={
        campaign &&
        workspace.features.includes('campaigns') && (
          <RecordLink page="campaigns" id={campaign}>
            {sessions.toCampaign}
          </RecordLink>
        )
      }
    >
      <SourceFacts of={session} claims={useSessionClaims(session.id)} />
    </Card>
  );
}
