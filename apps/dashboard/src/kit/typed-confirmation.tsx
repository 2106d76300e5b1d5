import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../messages/language.tsx';

interface TypedConfirmationProps {
  title: string;
  /** The consequences, and that they cannot be undone. */
  text: string;
  /** The name to type: that of the affected object. */
  word: string;
  action: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms irreversible actions, so that nobody does one by mistake. */
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
