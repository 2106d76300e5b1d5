import type { RejectedEvent } from '@footfall/contract/rejected-events';
import { Modal, Stack, Text } from '@mantine/core';
import { Facts } from '../../kit/facts.tsx';
import { Snippet } from '../../kit/snippet.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { adviceFor, reasonIn } from './advice.ts';

interface RefusedDialogProps {
  message: RejectedEvent;
  onClose: () => void;
}

/** Why it was rejected, what to do, and the message, a stranger's, rendered as text only. */
export function RefusedDialog({ message, onClose }: RefusedDialogProps) {
  const { refused, common } = useMessages();
  const base = useBase();
  const { key_name, created_at, body } = message;
  const pretty = prettyJson(body);
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={refused.details}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        <Facts
          facts={[
            { name: refused.reason, value: reasonIn(message, refused) },
            {
              name: refused.whatToDo,
              value: (
                <>
                  {adviceFor(message, refused)}{' '}
                  <a href={`${base}/docs/guides/ingest`} target="_blank" rel="noopener">
                    {refused.toGuide}
                  </a>
                </>
              ),
            },
            { name: refused.key, value: key_name || refused.unknownKey },
            { name: refused.received, value: <When at={created_at} /> },
          ]}
        />
        <Snippet text={pretty ?? body} label={refused.body} />
        <Text size="xs" c="dimmed">
          {pretty === undefined ? refused.notText : refused.cut}
        </Text>
      </Stack>
    </Modal>
  );
}

function prettyJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
