import { websiteSnippet } from '@footfall/contract/website-snippet';
import { Alert, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConnection } from '../api/connection.tsx';
import { useRead } from '../api/queries.ts';
import type { AnswerOf } from '../api/routes.ts';
import { Empty } from '../kit/empty.tsx';
import type { IconName } from '../kit/icons.tsx';
import { SkeletonBlock } from '../kit/skeletons.tsx';
import { Snippet } from '../kit/snippet.tsx';
import { useMessages } from '../messages/language.tsx';
import { useWaitForArrival } from './first-arrival.tsx';
import { useTest } from './frame-context.tsx';
import { LookAtDemo } from './look-at-demo.tsx';
import { RefusedLately } from './refused-lately.tsx';

type SnippetData = AnswerOf<'GET /snippet'>['data'];

interface FirstEventProps {
  icon: IconName;
  title: string;
  text: string;
  /** The next step in a workspace with data. */
  children?: ReactNode;
}

/** Empty page: how to send in a workspace without data; else only why it is empty. */
export function FirstEvent({ icon, title, text, children }: FirstEventProps) {
  const { frame } = useMessages();
  const environment = useTest() ? 'test' : 'live';
  const { data, isPending } = useRead('GET /snippet', {});
  const isWaiting = data !== undefined && !data.data.arrived[environment];
  useRead('GET /snippet', {}, { isEnabled: isWaiting, refetchSeconds: 2 });
  useWaitForArrival(isWaiting);
  // Shows neither before it is clear which applies.
  if (isPending) return <SkeletonBlock height={220} />;
  if (!isWaiting) {
    return (
      <Empty icon={icon} title={title} text={text}>
        <Stack gap="xs" align="center">
          {children}
          <LookAtDemo />
        </Stack>
      </Empty>
    );
  }
  return (
    <Empty icon="live" title={frame.firstEvent.title} text={frame.firstEvent.text}>
      <Stack gap="sm" maw={760} miw={0} align="stretch">
        <SnippetToPaste snippet={data.data} isTest={environment === 'test'} />
        <Arrival snippet={data.data} />
        <Guide />
        <LookAtDemo />
      </Stack>
    </Empty>
  );
}

interface SnippetToPasteProps {
  snippet: SnippetData;
  isTest: boolean;
}

/** The snippet for a website, and the same pinned to this version of the script. */
function SnippetToPaste({ snippet, isTest }: SnippetToPasteProps) {
  const { frame } = useMessages();
  const { publicUrl } = useConnection();
  const { write_keys: keys, script, pinned_script: pinned, integrity } = snippet;
  const listedKey = keys.find(({ kind }) => (kind === 'development') === isTest);
  if (!listedKey) return <Alert color="orange">{frame.firstEvent.noKey}</Alert>;
  const { key } = listedKey;
  const lines = websiteSnippet({ src: `${publicUrl}${script}`, key });
  const pinnedLines = websiteSnippet({ src: `${publicUrl}${pinned}`, key, integrity });
  return (
    <>
      <Snippet text={lines} label={frame.firstEvent.title} />
      <details>
        <summary>{frame.firstEvent.pinned}</summary>
        <Snippet text={pinnedLines} label={frame.firstEvent.pinned} />
        <p>{frame.firstEvent.pinnedNote}</p>
      </details>
    </>
  );
}

function Arrival({ snippet }: { snippet: SnippetData }) {
  const { frame } = useMessages();
  return (
    <div role="status">
      {frame.firstEvent.waiting}
      <RefusedLately refused={snippet.refused} />
    </div>
  );
}

function Guide() {
  const { frame } = useMessages();
  const { base } = useConnection();
  return (
    <a href={`${base}/docs/guides/quick-start`} target="_blank" rel="noopener">
      {frame.firstEvent.guide}
    </a>
  );
}
