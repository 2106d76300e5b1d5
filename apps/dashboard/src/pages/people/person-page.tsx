import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { ActivityList } from '../../kit/activity-list.tsx';
import { FavouriteStar } from '../../kit/favourite-star.tsx';
import { Page } from '../../kit/page.tsx';
import { usePages } from '../../kit/pager.tsx';
import columns from '../../kit/record-page.module.css';
import { RecordPage } from '../../kit/record-page.tsx';
import { TimelineCard } from '../../kit/timeline-card.tsx';
import { VisitTimeline } from '../../kit/visit-timeline.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMay, useMe } from '../../shell/frame-context.tsx';
import { AddressesCard, PersonFacts } from './facts-cards.tsx';
import { IdentityOverridesCard } from './identity-overrides-card.tsx';
import { JoinButton } from './join.tsx';
import { LinksCard } from './links-card.tsx';
import { PersonExport } from './person-export.tsx';
import { DevicesCard, PersonConversions, PersonLeads } from './records-cards.tsx';
import { ScoreCard } from './score-card.tsx';
import { SplitButton } from './split.tsx';
import { SuggestionsCard } from './suggestions-card.tsx';
import { TraitsCard } from './traits-card.tsx';

type Person = AnswerOf<'GET /identities/{id}'>['data'];

export function PersonPage() {
  const { id } = useParams({ from: '/app/$workspace/people/$id' });
  const { people } = useMessages();
  const identity = useRead('GET /identities/{id}', { params: { id } });
  return (
    <RecordPage
      title={people.one}
      record={identity.data?.data}
      fault={identity.error}
      onAgain={() => void identity.refetch()}
    >
      {(person) => <ShownPerson person={person} />}
    </RecordPage>
  );
}

function ShownPerson({ person }: { person: Person }) {
  const { people } = useMessages();
  const { workspace } = useMe();
  const mayCorrect = useMay('admin', 'member');
  const mayExport = useMay('admin');
  const { features } = workspace;
  const { id } = person;
  return (
    <Page
      title={person.name || person.email || people.unnamed}
      subtitle={
        <>
          {person.email && `${person.email} · `}
          {people.lastSeen} <When at={person.last_seen} />
        </>
      }
      actions={
        <>
          <FavouriteStar person={person} />
          {mayCorrect && <JoinButton person={person} />}
          {mayCorrect && <SplitButton person={person} />}
          {mayExport && <PersonExport id={id} />}
        </>
      }
    >
      <div className={columns.columns}>
        <div className={columns.main}>
          {features.includes('personalities') && <ScoreCard id={id} />}
          <TimelineCard
            visits={<VisitTimeline of={{ identity_id: id }} />}
            activity={<PersonActivity id={id} />}
          />
          <LinksCard person={person} />
          <IdentityOverridesCard id={id} />
          <SuggestionsCard id={id} />
        </div>
        <div className={columns.main}>
          <PersonFacts person={person} />
          <TraitsCard person={person} />
          <AddressesCard id={id} />
          <DevicesCard id={id} />
          <PersonLeads id={id} />
          {features.includes('conversions') && <PersonConversions id={id} />}
        </div>
      </div>
    </Page>
  );
}

function PersonActivity({ id }: { id: string }) {
  const pages = usePages('activity', 20);
  const { limit, offset } = pages;
  const activity = useRead(
    'GET /identities/{id}/activity',
    { params: { id }, query: { limit, offset } },
    { keepsPrevious: true },
  );
  return <ActivityList query={activity} pages={pages} />;
}
