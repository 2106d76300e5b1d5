import { useQuery } from '@tanstack/react-query';
import { callWithTag } from '../api/call.ts';
import { useConnection } from '../api/connection.tsx';
import { Empty } from '../kit/empty.tsx';
import type { IconName } from '../kit/icons.tsx';
import { Snippet } from '../kit/snippet.tsx';
import { useMessages } from '../messages/language.tsx';
import { useTest } from './frame-context.tsx';

interface FirstEventProps {
  icon: IconName;
  title: string;
  text: string;
}

/** An empty page of a workspace to which nothing was sent yet says how to send; else only why it is empty. */
export function FirstEvent({ icon, title, text }: FirstEventProps) {
  const { frame } = useMessages();
  const connection = useConnection();
  const test = useTest();
  const seen = useQuery({
    queryKey: [connection.workspace, 'GET /visitors', 'any', test],
    queryFn: async ({ signal }) => {
      const input = { query: { limit: 1, test } };
      const { body } = await callWithTag(connection, 'GET /visitors', input, { signal });
      return body.pagination.total > 0;
    },
    refetchInterval: ({ state }) => (state.data === false ? 3000 : false),
  });
  const snippet = useSnippet();
  if (seen.data !== false) return <Empty icon={icon} title={title} text={text} />;
  return (
    <Empty icon="live" title={frame.firstEvent.title} text={frame.firstEvent.text}>
      <Snippet text={snippet} label={frame.firstEvent.title} />
      <p role="status">{frame.firstEvent.waiting}</p>
      <a href={`${connection.base}/docs/guides/quick-start`} target="_blank" rel="noopener">
        {frame.firstEvent.guide}
      </a>
    </Empty>
  );
}

function useSnippet(): string {
  return `<script async src="${location.origin}${useConnection().base}/sdk.js" data-key="svc_pk_…"></script>`;
}
