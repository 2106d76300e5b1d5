import '@mantine/core/styles/Divider.css';
import { Divider, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ShareList } from '../../kit/share-list.tsx';
import { type NewShare, ShareMade } from '../../kit/share-made.tsx';
import { useMessages } from '../../messages/language.tsx';
import type { OverviewState } from './overview-search.ts';
import { ShareForm } from './share-form.tsx';

interface ShareDialogProps {
  state: OverviewState;
  onClose: () => void;
}

/** Makes a link to what the page shows, and lists those that there are. */
export function ShareDialog({ state, onClose }: ShareDialogProps) {
  const { share, common } = useMessages();
  const [made, setMade] = useState<NewShare>();
  if (made) return <ShareMade made={made} onClose={onClose} />;
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
