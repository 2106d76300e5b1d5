/** Finds out who is signed in before a page of a workspace is shown. */
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Connection } from '../api/call.ts';
import { ConnectionProvider, useConnection } from '../api/connection.tsx';
import { ApiFault } from '../api/fault.ts';
import { fetchMe } from '../api/me.ts';
import { Fault } from '../kit/fault.tsx';
import { isLanguage, useMessages, useSpeech } from '../messages/language.tsx';
import frameClasses from './frame.module.css';
import { Frame } from './frame.tsx';
import { MeProvider } from './frame-context.tsx';
import { NewWorkspace } from './workspace-menu.tsx';

const remembered = 'footfall-workspace';

function useMeQuery(connection: Connection) {
  return useQuery({
    queryKey: [connection.workspace, 'GET /me'],
    queryFn: ({ signal }) => fetchMe(connection, signal),
    staleTime: 60_000,
  });
}

/** `/app`: the workspace that was used last, else the first. */
export function LastWorkspace() {
  const me = useMeQuery(useConnection());
  if (me.error) return <WithoutWorkspace fault={me.error} onAgain={() => void me.refetch()} />;
  if (!me.data) return null;
  const { workspaces, workspace } = me.data;
  const last = localStorage.getItem(remembered);
  const known = workspaces.find(({ id }) => id === last) ?? workspace;
  return <Navigate to="/app/$workspace/overview" params={{ workspace: known.id }} replace />;
}

export function WorkspaceFrame() {
  const { workspace } = useParams({ from: '/app/$workspace' });
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the account says so, not when another is chosen here
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
  // The workspace of an address that was sent by somebody may be none of one's own.
  const isAlone = isNoMember && workspace === undefined;
  return (
    <div className={frameClasses.alone}>
      {isAlone ? (
        <>
          <h1>{frame.noWorkspace.title}</h1>
          <p>{frame.noWorkspace.text}</p>
          <NewWorkspace onDone={() => void navigate({ to: '/app' })} />
        </>
      ) : (
        <>
          <Fault fault={fault} onAgain={onAgain} />
          <Link to="/app">{frame.notFound.back}</Link>
        </>
      )}
    </div>
  );
}
