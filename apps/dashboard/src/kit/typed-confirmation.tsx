import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../messages/language.tsx';

interface TypedConfirmationProps {
  title: string;
  /** What follows from it, and that it cannot be undone. */
  text: string;
  /** What has to be typed: the name of what it is done to. */
  word: string;
  action: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Before what cannot be undone: nobody does it by a slip of the hand. */
export function TypedConfirmation(props: TypedConfirmationProps) {
  const { title, text, word, action, isPending, onConfirm, onClose } = props;
  const { common } = useMessages();
  const [typed, setTyped] = useState('');
  const isRight = typed.trim() === word.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) onConfirm();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': common.close }}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{text}</Text>
          <TextInput
            label={common.typeToConfirm(word)}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" color="red" disabled={!isRight} loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
