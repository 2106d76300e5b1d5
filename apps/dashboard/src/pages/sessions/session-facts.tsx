import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useCompanyName, usePersonName } from '../../kit/names-of.ts';
import { RecordLink } from '../../kit/record-link.tsx';
import { Sure } from '../../kit/sure.tsx';
import { useVisitorName } from '../../kit/visitor-name.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe } from '../../shell/frame-context.tsx';
import { usePlaceOf } from '../leads/place-of.ts';

type Session = AnswerOf<'GET /sessions/{id}'>['data'];

export function SessionFacts({ session }: { session: Session }) {
  const { sessions, timeline } = useMessages();
  const placeOf = usePlaceOf();
  const who = useWho(session);
  return (
    <Card title={sessions.facts}>
      <Facts
        facts={[
          ...who,
          { name: sessions.place, value: placeOf(session) },
          {
            name: sessions.network,
            value:
              [session.network_owner, sessions.connection(session.connection)]
                .filter(Boolean)
                .join(' · ') || '–',
          },
          { name: sessions.address, value: session.ip || '–' },
          {
            name: sessions.device,
            value:
              [session.device && timeline.devices(session.device), session.os]
                .filter(Boolean)
                .join(' · ') || '–',
          },
          { name: sessions.browser, value: session.browser || '–' },
          { name: sessions.screen, value: session.screen || '–' },
          { name: sessions.locale, value: session.locale || '–' },
          { name: sessions.timeZone, value: session.timezone || '–' },
          { name: sessions.agent, value: session.user_agent || '–' },
          { name: sessions.started, value: <When at={session.started_at} /> },
          { name: sessions.lastActivity, value: <When at={session.last_activity_at} /> },
          { name: sessions.ended, value: <When at={session.ended_at} /> },
        ]}
      />
    </Card>
  );
}

/** The visitor, with the person and company of the visitor's page. */
function useWho({ visitor_id: visitorId, bot }: Session) {
  const { sessions } = useMessages();
  const { workspace } = useMe();
  const visitor = useRead('GET /visitors/{id}', { params: { id: visitorId } }).data?.data;
  const name = useVisitorName({ id: visitorId, bot });
  const person = usePersonName(visitor?.identity_id ?? null);
  const company = useCompanyName(visitor?.company_id ?? null);
  const { identity_id: personId, company_id: companyId, company_confidence: share } = visitor ?? {};
  const hasCompany = companyId && workspace.features.includes('companies');
  return [
    {
      name: sessions.visitor,
      value: (
        <RecordLink page="visitors" id={visitorId}>
          {name}
        </RecordLink>
      ),
    },
    {
      name: sessions.person,
      value: personId && (
        <RecordLink page="people" id={personId}>
          {person ?? sessions.person}
        </RecordLink>
      ),
    },
    {
      name: sessions.company,
      value: hasCompany && (
        <span title={sessions.companyText}>
          <RecordLink page="companies" id={companyId}>
            {company ?? sessions.company}
          </RecordLink>{' '}
          {typeof share === 'number' && <Sure share={share} />}
        </span>
      ),
    },
  ];
}
