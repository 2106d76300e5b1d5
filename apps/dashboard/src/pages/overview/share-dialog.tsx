import '@mantine/core/styles/Divider.css';
import { Alert, Button, Divider, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useConnection } from '../../api/connection.tsx';
import type { AnswerOf } from '../../api/routes.ts';
import { Snippet } from '../../kit/snippet.tsx';
import { useMessages } from '../../messages/language.tsx';
import type { OverviewState } from './overview-search.ts';
import { ShareForm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';

type NewShare = AnswerOf<'POST /shares'>['data'];

interface ShareDialogProps {
  state: OverviewState;
  onClose: () => void;
}

/** Makes a link to what the page shows, and lists those that there are. */
export function ShareDialog({ state, onClose }: ShareDialogProps) {
  const { share, common } = useMessages();
  const [made, setMade] = useState<NewShare>();
  if (made) return <MadeDialog made={made} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={share.dialog}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="md">
        <Text size="sm">{share.text}</Text>
        <ShareForm state={state} onMade={setMade} />
        <Divider />
        <ShareList />
      </Stack>
    </Modal>
  );
}

/** It closes only by its button, so that nobody loses the link by a click beside it. */
function MadeDialog({ made, onClose }: { made: NewShare; onClose: () => void }) {
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
