import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMessages } from '../messages/language.tsx';
import classes from './conflict-dialog.module.css';
import type { Conflict, JsonObject } from './edit.ts';
import { valueText } from './facts.tsx';

/** Three versions side by side, and the choice of one. */
export function ConflictDialog({ conflict }: { conflict: Conflict | undefined }) {
  const { common } = useMessages();
  if (!conflict) return null;
  const { before, now, yours, keepMine, takeTheirs } = conflict;
  const words = common.conflict;
  return (
    <Modal opened onClose={takeTheirs} title={words.title} size="lg">
      <Stack gap="sm">
        <Text size="sm">{words.text}</Text>
        <div className={classes.versions}>
          <Version title={words.before} version={before} />
          <Version title={words.now} version={now} />
          <Version title={words.yours} version={yours} />
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={takeTheirs}>
            {words.takeTheirs}
          </Button>
          <Button onClick={keepMine}>{words.keepMine}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Version({ title, version }: { title: string; version: JsonObject }) {
  const fields: Record<string, string> = useMessages().fields;
  return (
    <section>
      <h3>{title}</h3>
      {Object.entries(version).map(([name, value]) => (
        <pre key={name}>
          {isObject(value) ? lines(value) : `${fields[name] ?? name}: ${valueText(value)}`}
        </pre>
      ))}
    </section>
  );
}

function lines(object: JsonObject): string {
  return Object.entries(object)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join('\n');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
