import { sharedTableOf } from '@footfall/contract/shared-tables';
import type { SharedPage } from '@footfall/contract/shares';
import { Alert, Button, SegmentedControl, Title } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { ConnectionProvider, useConnection } from '../../api/connection.tsx';
import { ApiFault } from '../../api/fault.ts';
import { createQueryClient } from '../../api/queries.ts';
import { Fault } from '../../kit/fault.tsx';
import { useTitle } from '../../kit/use-title.ts';
import { isLanguage, languageNames, useMessages, useSpeech } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { SharedProvider, usePeriod } from '../../shell/frame-context.tsx';
import { addDays } from '../../shell/periods.ts';
import { Door } from '../door/door.tsx';
import { Breakdowns } from '../overview/breakdowns.tsx';
import { Figures } from '../overview/figures.tsx';
import { useOverviewState } from '../overview/overview-search.ts';
import { useFigures } from '../overview/overview-stats.ts';
import { PasswordForm } from './password-form.tsx';
import classes from './share.module.css';
import { fetchSharedPage, sharedPeriod } from './shared-page.ts';

const SharedTable = lazy(() =>
  import('./shared-table.tsx').then((all) => ({ default: all.SharedTable })),
);

/** The overview or a view for people with the link: as shared, without other navigation. */
export function SharePage() {
  const { token } = useParams({ from: '/share/$token' });
  return (
    <OfLink key={token} token={token}>
      <Shared />
    </OfLink>
  );
}

/** A separate cache from that of members in the same browser. */
function OfLink({ token, children }: { token: string; children: ReactNode }) {
  const outer = useConnection();
  const [queries] = useState(createQueryClient);
  const connection = useMemo(
    () => ({
      ...outer,
      api: `${outer.base}/share/api/${encodeURIComponent(token)}`,
      onSignedOut: () => void queries.invalidateQueries({ queryKey: pageKey }),
    }),
    [outer, token, queries],
  );
  return (
    <QueryClientProvider client={queries}>
      <ConnectionProvider connection={connection}>{children}</ConnectionProvider>
    </QueryClientProvider>
  );
}

const pageKey = ['page'];

function Shared() {
  const { share, common } = useMessages();
  const { api } = useConnection();
  // Each request counts as a view.
  const shared = useQuery({
    queryKey: pageKey,
    queryFn: () => fetchSharedPage(api),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { error, data } = shared;
  const code = error instanceof ApiFault ? error.code : undefined;
  if (code === 'unauthorized') return <PasswordForm onDone={shared.refetch} />;
  if (code === 'not_found')
    return (
      <Door title={share.gone} text={share.goneText}>
        {null}
      </Door>
    );
  if (error) {
    return (
      <Door title={share.title}>
        <Fault fault={error} onAgain={() => void shared.refetch()} />
      </Door>
    );
  }
  return data ? <SharedContent page={data} /> : <Door title={common.loading}>{null}</Door>;
}

function SharedContent({ page }: { page: SharedPage }) {
  const view = useMemo(
    () => ({ period: sharedPeriod(page, Date.now()), reveals: page.reveals }),
    [page],
  );
  return (
    <SharedProvider view={view}>
      <main id="content" className={classes.page}>
        <Head page={page} />
        {page.page === 'overview' ? (
          <Content />
        ) : (
          <Suspense>
            <SharedTable page={page} />
          </Suspense>
        )}
      </main>
    </SharedProvider>
  );
}

function Head({ page }: { page: SharedPage }) {
  const { share, frame } = useMessages();
  const { language, speak } = useSpeech();
  const { since, until, timeZone } = usePeriod();
  useTitle(page.name);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const days = day.formatRange(Date.parse(since), Date.parse(addDays(until, -1)));
  return (
    <header className={classes.head}>
      <img src={`${useBase()}/docs/icon.svg`} alt="Footfall" width={32} height={32} />
      <div className={classes.titles}>
        <Title order={1} size="h3">
          {page.name}
        </Title>
        <p className={classes.days}>
          {hasPeriod(page) && `${days} · `}
          {timeZone}
          {page.query.test && ` · ${share.testData}`}
        </p>
      </div>
      <div className={classes.actions}>
        <SegmentedControl
          size="xs"
          aria-label={frame.language}
          value={language}
          data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
          onChange={(chosen) => isLanguage(chosen) && speak(chosen)}
        />
        <Button variant="default" onClick={() => window.print()}>
          {share.print}
        </Button>
      </div>
    </header>
  );
}

/** A view of a page without a period covers all time. */
function hasPeriod({ page }: SharedPage): boolean {
  const table = sharedTableOf(page);
  return !table || table.hasPeriod === true;
}

function Content() {
  const { share } = useMessages();
  const state = useOverviewState();
  const figures = useFigures(state);
  const stats = figures.data?.data;
  if (figures.error) return <Fault fault={figures.error} onAgain={() => void figures.refetch()} />;
  return (
    <>
      {stats?.total.sessions === 0 && <Alert color="gray">{share.empty}</Alert>}
      <Figures stats={stats} state={state} />
      <Breakdowns state={state} />
    </>
  );
}
