import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../messages/language.tsx';
import { valueText } from './facts.tsx';
import { Icon } from './icons.tsx';
import type { JsonObject } from './json-object.ts';

interface Note {
  id: number;
  name: string;
  value: string;
}

interface ValuesFormProps {
  values: JsonObject;
  words: { name: string; value: string; add: string };
  /** Gets the changes, null for removed ones; undefined if nothing changed, or on cancel. */
  onDone: (changed: JsonObject | undefined) => void;
}

/** Named values that can be edited, added and removed. */
export function ValuesForm({ values, words, onDone }: ValuesFormProps) {
  const { common } = useMessages();
  const [notes, setNotes] = useState(() => [
    ...Object.entries(values).map(([name, value], id) => ({ id, name, value: valueText(value) })),
    { id: -1, name: '', value: '' },
  ]);
  const change = (id: number, changed: Partial<Note>) =>
    setNotes(notes.map((note) => (note.id === id ? { ...note, ...changed } : note)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(changesOf(values, notes));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={6}>
        {notes.map(({ id, name, value }) => (
          <Group key={id} gap={6} wrap="nowrap">
            <TextInput
              aria-label={words.name}
              placeholder={words.name}
              value={name}
              maxLength={100}
              w={150}
              onChange={(event) => change(id, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`${words.value}: ${name}`}
              placeholder={words.value}
              value={value}
              maxLength={2000}
              flex={1}
              onChange={(event) => change(id, { value: event.currentTarget.value })}
            />
            <ActionIcon
              aria-label={`${common.remove}: ${name}`}
              onClick={() => setNotes(notes.filter((note) => note.id !== id))}
            >
              <Icon name="close" size={12} />
            </ActionIcon>
          </Group>
        ))}
        <Group gap="xs">
          <Button
            variant="subtle"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setNotes([...notes, { id: performance.now(), name: '', value: '' }])}
          >
            {words.add}
          </Button>
          <Button ml="auto" variant="default" onClick={() => onDone(undefined)}>
            {common.cancel}
          </Button>
          <Button type="submit">{common.save}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Only differences, so that others' changes stay; undefined without any. */
function changesOf(values: JsonObject, notes: Note[]): JsonObject | undefined {
  const named = notes.filter(({ name }) => name.trim() !== '');
  const kept = new Set(named.map(({ name }) => name.trim()));
  const removed = Object.keys(values).filter((name) => !kept.has(name));
  const changed = named.filter(
    ({ name, value }) => !(name.trim() in values) || valueText(values[name.trim()]) !== value,
  );
  if (removed.length + changed.length === 0) return undefined;
  return {
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...Object.fromEntries(
      changed.map(({ name, value }) => [name.trim(), ofTheSameKind(values[name.trim()], value)]),
    ),
  };
}

/** Keeps numbers and booleans if the text is still one. */
function ofTheSameKind(before: unknown, text: string): unknown {
  const value = text.trim();
  if (typeof before === 'number' && value !== '' && Number.isFinite(Number(value))) {
    return Number(value);
  }
  if (typeof before === 'boolean' && (value === 'true' || value === 'false')) {
    return value === 'true';
  }
  return text;
}
