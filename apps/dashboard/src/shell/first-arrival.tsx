/**
 * Greets the first event. Part of the frame: the page that waited for it shows its own content moments later, which would remove
 * the greeting before anybody could click its link.
 */
import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useRead } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import classes from './frame.module.css';
import { useMe, useTest } from './frame-context.tsx';

const askAgainMs = 1500;
const askForMs = 20_000;

interface Arrival {
  workspace: string;
  isTest: boolean;
}

const WaitContext = createContext<(arrival: Arrival) => void>(() => undefined);

/** Greets the first event for pages inside it. */
export function ArrivalGreeted({ children }: { children: ReactNode }) {
  const [awaited, setAwaited] = useState<Arrival>();
  const { workspace } = useMe();
  const isTest = useTest();
  const isHere = awaited?.workspace === workspace.id && awaited.isTest === isTest;
  return (
    <WaitContext value={setAwaited}>
      {isHere && <Greeting isTest={isTest} onDone={() => setAwaited(undefined)} />}
      {children}
    </WaitContext>
  );
}

/** For a page that is empty because nothing has arrived. */
export function useWaitForArrival(isWaiting: boolean): void {
  const wait = useContext(WaitContext);
  const workspace = useMe().workspace.id;
  const isTest = useTest();
  useEffect(() => {
    if (isWaiting) wait({ workspace, isTest });
  }, [isWaiting, wait, workspace, isTest]);
}

function Greeting({ isTest, onDone }: { isTest: boolean; onDone: () => void }) {
  const [isHere, setHere] = useState(false);
  return isHere ? (
    <Arrived onDone={onDone} />
  ) : (
    <Awaited isTest={isTest} onArrival={() => setHere(true)} />
  );
}

function Awaited({ isTest, onArrival }: { isTest: boolean; onArrival: () => void }) {
  const { data } = useRead('GET /snippet', {}, { refetchSeconds: 2 });
  const hasArrived = data?.data.arrived[isTest ? 'test' : 'live'] === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once after the arrival
  useEffect(() => {
    if (hasArrived) onArrival();
  }, [hasArrived]);
  return null;
}

/** Refetches for a while, since figures lag visits by a second or two. */
function Arrived({ onDone }: { onDone: () => void }) {
  const { frame, common } = useMessages();
  const { workspace } = useMe();
  const queries = useQueryClient();
  useEffect(() => {
    const ask = () => void queries.invalidateQueries();
    ask();
    const asking = setInterval(ask, askAgainMs);
    const ending = setTimeout(() => clearInterval(asking), askForMs);
    return () => {
      clearInterval(asking);
      clearTimeout(ending);
    };
  }, [queries]);
  return (
    <Alert
      role="status"
      color="accent"
      variant="light"
      className={classes.arrived ?? ''}
      title={frame.firstEvent.here}
      withCloseButton
      closeButtonLabel={common.close}
      onClose={onDone}
    >
      <Link to="/app/$workspace/visitors" params={{ workspace: workspace.id }} onClick={onDone}>
        {frame.firstEvent.toVisitors}
      </Link>
    </Alert>
  );
}
