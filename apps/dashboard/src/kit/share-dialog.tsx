import '@mantine/core/styles/Divider.css';
import { Divider, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../messages/language.tsx';
import { ShareList } from './share-list.tsx';
import { type NewShare, ShareMade } from './share-made.tsx';

interface ShareDialogProps {
  title: string;
  text: string;
  /** Creates a link, and reports it. */
  form: (onMade: (share: NewShare) => void) => ReactNode;
  onClose: () => void;
}

/** Creates links, and lists existing ones. */
export function ShareDialog({ title, text, form, onClose }: ShareDialogProps) {
  const { common } = useMessages();
  const [made, setMade] = useState<NewShare>();
  if (made) return <ShareMade made={made} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        {form(setMade)}
        <Divider />
        <ShareList />
      </Stack>
    </Modal>
  );
}
