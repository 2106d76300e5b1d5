import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiFault } from '../api/fault.ts';
import type { AnswerOf } from '../api/routes.ts';
import { useMessages } from '../messages/language.tsx';
import { Fault } from './fault.tsx';
import { Lines } from './lines.tsx';
import { Pager, type Pages } from './pager.tsx';
import { When } from './when.tsx';

type Activities = AnswerOf<'GET /visitors/{id}/activity'>;

interface ActivityListProps {
  query: UseQueryResult<Activities, ApiFault>;
  pages: Pages;
  /** Whether several people are included. */
  hasWho?: boolean;
}

/** All activity, newest first, as described by the service. */
export function ActivityList({ query, pages, hasWho = false }: ActivityListProps) {
  const { timeline } = useMessages();
  if (query.error) return <Fault fault={query.error} onAgain={() => void query.refetch()} />;
  return (
    <>
      <Lines
        label={timeline.everything}
        empty={timeline.noActivity}
        lines={query.data?.data.map(({ id, type, who, what, source, created_at }) => ({
          id,
          main: what,
          note: [hasWho && who, type, source].filter(Boolean).join(' · '),
          side: <When at={created_at} />,
        }))}
      />
      <Pager pages={pages} total={query.data?.pagination.total} />
    </>
  );
}
