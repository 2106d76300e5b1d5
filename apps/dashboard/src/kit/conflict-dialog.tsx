import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMessages } from '../messages/language.tsx';
import { contestedFields } from './changed-fields.ts';
import classes from './conflict-dialog.module.css';
import type { Conflict } from './edit.ts';
import { useFormat } from './format.ts';

/**
 * Shows differences between three versions side by side, to choose one. Closes only by a choice, since closing by
 * mistake would lose a version.
 */
export function ConflictDialog({ conflict }: { conflict: Conflict | undefined }) {
  const messages = useMessages();
  const { number } = useFormat();
  if (!conflict) return null;
  const { keepMine, takeTheirs } = conflict;
  const words = messages.common.conflict;
  return (
    <Modal
      opened
      onClose={takeTheirs}
      title={words.title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="sm">
        <Text size="sm">{words.text}</Text>
        {contestedFields(conflict, { ...messages, number }).map(({ name, before, now, yours }) => (
          <section key={name} className={classes.field} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              <Version title={words.before} value={before} />
              <Version title={words.now} value={now} />
              <Version title={words.yours} value={yours} />
            </dl>
          </section>
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={takeTheirs}>
            {words.takeTheirs}
          </Button>
          <Button data-autofocus onClick={keepMine}>
            {words.keepMine}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Version({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}
