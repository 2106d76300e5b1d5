import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useConnection } from '../api/connection.tsx';
import type { AnswerOf } from '../api/routes.ts';
import { useMessages } from '../messages/language.tsx';
import { Snippet } from './snippet.tsx';

export type NewShare = AnswerOf<'POST /shares'>['data'];

/** Closes only by its button, so that nobody loses the link by clicking outside. */
export function ShareMade({ made, onClose }: { made: NewShare; onClose: () => void }) {
  const { share, common } = useMessages();
  const { publicUrl } = useConnection();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={share.made(made.name)}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="sm">
        <Alert color="orange" variant="light">
          {share.shownOnce}
        </Alert>
        <Snippet label={share.link} text={`${publicUrl}/share/${made.token}`} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{common.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
