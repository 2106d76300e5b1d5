import type { AnswerOf } from '../api/routes.ts';
import { useMessages } from '../messages/language.tsx';
import { useFormat } from './format.ts';
import { UntrustedLink } from './untrusted.tsx';
import classes from './visit-pages.module.css';

type VisitedPage = AnswerOf<'GET /sessions/{id}'>['data']['pages'][number];

/** A visit's pages in order, with the time on each. */
export function VisitPages({ pages }: { pages: VisitedPage[] }) {
  const { timeline } = useMessages();
  const format = useFormat();
  const most = Math.max(...pages.map(({ seconds }) => seconds), 1);
  return (
    <ol className={classes.pages} aria-label={timeline.pages}>
      {pages.map(({ url, title, viewed_at: at, seconds }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page may appear twice within a second
        <li key={`${at} ${place}`}>
          <span className={classes.title} title={format.exact(at)}>
            {title && <span>{title} </span>}
            <UntrustedLink address={url}>{pathOf(url)}</UntrustedLink>
          </span>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.bar} style={{ width: `${(seconds / most) * 100}%` }} />
          </span>
          <span className={classes.time} title={timeline.timeOnPage}>
            {format.duration(seconds)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Without the host, which rarely differs; anything but a URL stays unchanged. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
