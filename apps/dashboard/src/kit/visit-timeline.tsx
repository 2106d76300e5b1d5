/** Visits below each other, newest first; each expands to its pages with the time on each. */
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useRead } from '../api/queries.ts';
import type { AnswerOf } from '../api/routes.ts';
import { useMessages } from '../messages/language.tsx';
import { useTest } from '../shell/frame-context.tsx';
import { channelOf } from './channel-of.ts';
import { Fault } from './fault.tsx';
import { useFormat } from './format.ts';
import { Icon } from './icons.tsx';
import lines from './lines.module.css';
import { Pager, usePages } from './pager.tsx';
import { RecordLink } from './record-link.tsx';
import { SkeletonBlock } from './skeletons.tsx';
import { StateMark } from './state-mark.tsx';
import { VisitPages } from './visit-pages.tsx';
import classes from './visit-timeline.module.css';

type Visit = AnswerOf<'GET /sessions'>['data'][number];

interface VisitTimelineProps {
  /** Owner of the visits. */
  of: { visitor_id: string } | { identity_id: string } | { company_id: string };
  /** Lists exclude bots by default; a bot's own visits are requested explicitly. */
  isOfBots?: boolean;
  /** Names the visitor, if there are several. */
  whoOf?: (visitorId: string) => ReactNode;
}

const shownVisits = 10;
const openVisits = 2;

export function VisitTimeline({ of, isOfBots = false, whoOf }: VisitTimelineProps) {
  const { timeline } = useMessages();
  const test = useTest();
  const pages = usePages('visits', shownVisits);
  const visitsQuery = useRead(
    'GET /sessions',
    { query: { ...of, test, bots: isOfBots, limit: pages.limit, offset: pages.offset } },
    { keepsPrevious: true },
  );
  if (visitsQuery.error)
    return <Fault fault={visitsQuery.error} onAgain={() => void visitsQuery.refetch()} />;
  if (!visitsQuery.data) return <SkeletonBlock height={160} />;
  const visits = visitsQuery.data.data;
  if (visits.length === 0) return <p className={lines.nothing}>{timeline.noVisits}</p>;
  return (
    <>
      <ol className={classes.visits} aria-label={timeline.visits}>
        {visits.map((visit, place) => (
          <VisitItem
            key={visit.id + visit.visitor_id}
            visit={visit}
            who={whoOf?.(visit.visitor_id)}
            isFirstOpen={place < openVisits}
          />
        ))}
      </ol>
      <Pager pages={pages} total={visitsQuery.data.pagination.total} />
    </>
  );
}

interface VisitItemProps {
  visit: Visit;
  who: ReactNode;
  isFirstOpen: boolean;
}

function VisitItem({ visit, who, isFirstOpen }: VisitItemProps) {
  const { timeline } = useMessages();
  const format = useFormat();
  const [isOpen, setOpen] = useState(isFirstOpen);
  const inside = useId();
  const where = [visit.city, format.country(visit.country)].filter(Boolean).join(', ');
  return (
    <li>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.turn}
          aria-expanded={isOpen}
          aria-controls={inside}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
          <time dateTime={visit.started_at}>{format.exact(visit.started_at)}</time>
        </button>
        {who}
        <span>
          {timeline.channels[channelOf(visit.channel)]}
          {visit.origin && ` · ${visit.origin}`}
        </span>
        <span className={classes.quiet}>
          {timeline.pageViews(visit.page_view_count)} ·{' '}
          <span title={timeline.duration}>{format.duration(visit.duration_seconds)}</span>
          {where && ` · ${where}`}
          {visit.device && ` · ${timeline.devices(visit.device)}`}
        </span>
        <StateMark of={visit} />
        <span className={classes.look}>
          <RecordLink page="sessions" id={visit.id} search={{ visitor: visit.visitor_id }}>
            {timeline.look}
            <VisuallyHidden> {format.exact(visit.started_at)}</VisuallyHidden>
          </RecordLink>
        </span>
      </div>
      <div id={inside} className={classes.inside} hidden={!isOpen}>
        {isOpen && <PagesOf visit={visit} />}
      </div>
    </li>
  );
}

function PagesOf({ visit }: { visit: Visit }) {
  const { timeline } = useMessages();
  const { id, visitor_id } = visit;
  const visitQuery = useRead('GET /sessions/{id}', { params: { id }, query: { visitor_id } });
  if (visitQuery.error)
    return <Fault fault={visitQuery.error} onAgain={() => void visitQuery.refetch()} />;
  if (!visitQuery.data) return <SkeletonBlock height={48} />;
  const { pages } = visitQuery.data.data;
  if (pages.length === 0) return <p className={lines.nothing}>{timeline.noPages}</p>;
  return <VisitPages pages={pages} />;
}
