/**
 * Follows the workspace's changes, and refetches who is here when a visit changed, at most twice a second. Pauses while
 * the page is hidden.
 */
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../api/connection.tsx';
import { useRead } from '../../api/queries.ts';
import { useTest } from '../../shell/frame-context.tsx';

/** `paused`: the page is hidden. `waiting`: reconnecting. */
export type LiveState = 'following' | 'waiting' | 'paused';

const mostVisitors = 50;
const askMs = 500;
/** Delay after the first change following a quiet time. */
const lookMs = 200;
/** Refetches without changes too, since minutes pass. */
const quietMs = 20_000;

export function useLive() {
  const test = useTest();
  const live = useRead(
    'GET /live',
    { query: { limit: mostVisitors, test } },
    { keepsPrevious: true },
  );
  const refetch = useRef(live.refetch);
  refetch.current = live.refetch;
  const state = useChanges(test, () => refetch.current());
  return { liveQuery: live, state };
}

function useChanges(test: boolean, ask: () => Promise<unknown>): LiveState {
  const { api, workspace } = useConnection();
  const isHidden = useHidden();
  const [isOpen, setOpen] = useState(false);
  const requests = useRef(ask);
  requests.current = ask;
  useEffect(() => {
    if (isHidden || !workspace) return undefined;
    const query = new URLSearchParams({ workspace, ...(test && { test: 'true' }) });
    const source = new EventSource(`${api}/changes/stream?${query}`);
    let hasChanged = true;
    let isAsking = false;
    let lastRequestAt = 0;
    source.addEventListener('open', () => setOpen(true));
    source.addEventListener('error', () => setOpen(false));
    const onChange = (event: MessageEvent<string>) => {
      if (hasChanged || event.data.includes('"kind":"session"')) hasChanged = true;
    };
    source.addEventListener('change', onChange);
    source.addEventListener('reset', () => {
      hasChanged = true;
    });
    const timer = setInterval(() => {
      const now = performance.now();
      if (isAsking || now - lastRequestAt < (hasChanged ? askMs : quietMs)) return;
      [hasChanged, isAsking, lastRequestAt] = [false, true, now];
      void requests.current().finally(() => {
        isAsking = false;
      });
    }, lookMs);
    return () => {
      clearInterval(timer);
      source.close();
      setOpen(false);
    };
  }, [api, workspace, test, isHidden]);
  if (isHidden) return 'paused';
  return isOpen ? 'following' : 'waiting';
}

function useHidden(): boolean {
  const [isHidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const onChange = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  return isHidden;
}
