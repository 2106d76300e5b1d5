/** Loads the signed-in member before a workspace page is shown. */
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { Connection } from '../api/call.ts';
import { ConnectionProvider, useConnection } from '../api/connection.tsx';
import { ApiFault } from '../api/fault.ts';
import { fetchMe } from '../api/me.ts';
import { Fault } from '../kit/fault.tsx';
import { isLanguage, useMessages, useSpeech } from '../messages/language.tsx';
import frameClasses from './frame.module.css';
import { Frame } from './frame.tsx';
import { MeProvider } from './frame-context.tsx';
import { takePlace } from './next-place.ts';
import { Proof } from './proof.tsx';
import { NewWorkspace } from './workspace-menu.tsx';

const DeleteAccount = lazy(() =>
  import('../pages/account/delete-account.tsx').then((all) => ({ default: all.DeleteAccount })),
);

const remembered = 'footfall-workspace';

function useMeQuery(connection: Connection) {
  return useQuery({
    queryKey: [connection.workspace, 'GET /me'],
    queryFn: ({ signal }) => fetchMe(connection, signal),
    staleTime: 60_000,
  });
}

/** `/app`: the destination before signing in elsewhere, else the last workspace, else the first. */
export function LastWorkspace() {
  const [next] = useState(takePlace);
  if (next !== undefined) return <GoTo place={next} />;
  return <InLastWorkspace page="/overview" />;
}

function InLastWorkspace({ page }: { page: string }) {
  const me = useMeQuery(useConnection());
  if (me.error) return <WithoutWorkspace fault={me.error} onAgain={() => void me.refetch()} />;
  if (!me.data) return null;
  const { workspaces, workspace } = me.data;
  const last = localStorage.getItem(remembered);
  const lastWorkspace = workspaces.find(({ id }) => id === last) ?? workspace;
  return <GoTo place={`/app/${lastWorkspace.id}${page}`} />;
}

/** Keeps search parameters, as text. */
function GoTo({ place }: { place: string }) {
  const router = useRouter();
  useEffect(() => void router.navigate({ href: place, replace: true }), [router, place]);
  return null;
}

/** A URL without a workspace, `/app/leads?range=7d`, opens the last used one. */
export function WorkspaceFrame() {
  const { workspace } = useParams({ from: '/app/$workspace' });
  if (isId(workspace)) return <OwnWorkspace workspace={workspace} />;
  return <WithoutId key={workspace} />;
}

function WithoutId() {
  const { href } = useLocation();
  // During navigation, the location is the new one already.
  const [page] = useState(() => href.replace(/^\/app/, ''));
  return <InLastWorkspace page={page} />;
}

function isId(word: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word);
}

function OwnWorkspace({ workspace }: { workspace: string }) {
  const outer = useConnection();
  const connection = useMemo(() => ({ ...outer, workspace }), [outer, workspace]);
  return (
    <ConnectionProvider connection={connection}>
      <KnownMember connection={connection}>
        <Frame />
      </KnownMember>
    </ConnectionProvider>
  );
}

function KnownMember({ connection, children }: { connection: Connection; children: ReactNode }) {
  const me = useMeQuery(connection);
  const { language, speak } = useSpeech();
  const own = me.data?.user.language;
  useEffect(() => {
    if (connection.workspace) localStorage.setItem(remembered, connection.workspace);
  }, [connection.workspace]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the account's language changes, not when another is chosen here
  useEffect(() => {
    if (isLanguage(own) && own !== language) speak(own);
  }, [own]);
  if (me.data) return <MeProvider me={me.data}>{children}</MeProvider>;
  if (me.error) return <WithoutWorkspace fault={me.error} onAgain={() => void me.refetch()} />;
  return null;
}

function WithoutWorkspace({ fault, onAgain }: { fault: Error; onAgain: () => void }) {
  const { frame } = useMessages();
  const navigate = useNavigate();
  const { workspace } = useConnection();
  if (fault instanceof ApiFault && fault.code === 'unauthorized') return null;
  const isNoMember = fault instanceof ApiFault && fault.reason === 'not_a_member';
  // The workspace of a link from somebody may be one without membership.
  const isAlone = isNoMember && workspace === undefined;
  return (
    <main className={frameClasses.alone}>
      {isAlone ? (
        <>
          <h1>{frame.noWorkspace.title}</h1>
          <p>{frame.noWorkspace.text}</p>
          <NewWorkspace onDone={() => void navigate({ to: '/app' })} />
          <hr className={frameClasses.rule} />
          <Suspense>
            <DeleteAccount />
          </Suspense>
          <Proof />
        </>
      ) : (
        <>
          <Fault fault={fault} onAgain={onAgain} />
          <Link to="/app">{frame.notFound.back}</Link>
        </>
      )}
    </main>
  );
}
