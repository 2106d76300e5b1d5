import type { LiveVisitor } from '@footfall/contract/live';
import { Link } from '@tanstack/react-router';
import { Card } from '../../kit/card.tsx';
import { channelOf } from '../../kit/channel-of.ts';
import { useFormat } from '../../kit/format.ts';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe } from '../../shell/frame-context.tsx';
import classes from './live.module.css';

interface LiveVisitorsProps {
  visitors: LiveVisitor[] | undefined;
  total: number | undefined;
}

/** Latest first; each links to the visit. */
export function LiveVisitors({ visitors, total }: LiveVisitorsProps) {
  const { live } = useMessages();
  const format = useFormat();
  if (!visitors || total === undefined) return <SkeletonBlock height={300} />;
  return (
    <Card
      title={live.here}
      actions={
        total > visitors.length && (
          <span className={classes.quiet}>
            {live.shown(format.number(visitors.length), format.number(total))}
          </span>
        )
      }
    >
      <ol className={classes.visitors}>
        {visitors.map((visitor) => (
          <Visitor key={visitor.visitor_id} visitor={visitor} />
        ))}
      </ol>
    </Card>
  );
}

function Visitor({ visitor }: { visitor: LiveVisitor }) {
  const { live, timeline } = useMessages();
  const format = useFormat();
  const { workspace } = useMe();
  const { identity, company, page, place, origin, channel, page_view_count } = visitor;
  const who = identity ? identity.name || identity.email : company?.name || company?.domain;
  const where = [place.city, format.country(place.country)]
    .filter((part) => part !== '')
    .join(', ');
  return (
    <li>
      <Link
        to="/app/$workspace/sessions/$id"
        params={{ workspace: workspace.id, id: visitor.session_id }}
        search={{ visitor: visitor.visitor_id } as never}
        className={classes.visitor ?? ''}
      >
        <span className={classes.who}>
          <strong>{who || timeline.anonymous(visitor.visitor_id.slice(-6))}</strong>
          {identity && company && <span className={classes.quiet}>{company.name}</span>}
        </span>
        <span className={classes.page}>
          <span>{page.title || pathOf(page.url) || '–'}</span>
          <span className={classes.quiet}>{pathOf(page.url)}</span>
        </span>
        <span className={classes.quiet}>{where || live.somewhere}</span>
        <span className={classes.quiet}>{origin || timeline.channels[channelOf(channel)]}</span>
        <span className={classes.quiet}>{live.pages(page_view_count)}</span>
        <span className={classes.quiet}>
          <When at={visitor.last_activity_at} />
        </span>
      </Link>
    </li>
  );
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
