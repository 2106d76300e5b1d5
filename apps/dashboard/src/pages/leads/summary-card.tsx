import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Card } from '../../kit/card.tsx';
import type { JsonObject } from '../../kit/edit.ts';
import { Facts, factsOf, valueText } from '../../kit/facts.tsx';
import { Icon } from '../../kit/icons.tsx';
import columns from '../../kit/record-page.module.css';
import { useMessages } from '../../messages/language.tsx';

interface SummaryCardProps {
  summary: JsonObject;
  isSaving: boolean;
  /** With the notes that changed; null removes one. Absent: the role may not. */
  onSave: ((changed: JsonObject) => void) | undefined;
}

export function SummaryCard({ summary, isSaving, onSave }: SummaryCardProps) {
  const { leads, common } = useMessages();
  const [isEditing, setEditing] = useState(false);
  const isEmpty = Object.keys(summary).length === 0;
  const edit = onSave && !isEditing && (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon name="edit" size={14} />}
      loading={isSaving}
      onClick={() => setEditing(true)}
    >
      {common.edit}
    </Button>
  );
  return (
    <Card title={leads.summary} actions={edit}>
      {isEditing && onSave ? (
        <SummaryForm
          summary={summary}
          onDone={(changed) => {
            setEditing(false);
            if (changed) onSave(changed);
          }}
        />
      ) : (
        <>
          {!isEmpty && <Facts facts={factsOf(summary)} />}
          {isEmpty && <p className={columns.nothing}>{leads.summaryText}</p>}
        </>
      )}
    </Card>
  );
}

interface Note {
  id: number;
  name: string;
  value: string;
}

interface SummaryFormProps {
  summary: JsonObject;
  onDone: (changed: JsonObject | undefined) => void;
}

function SummaryForm({ summary, onDone }: SummaryFormProps) {
  const { leads, common } = useMessages();
  const [notes, setNotes] = useState(() => [
    ...Object.entries(summary).map(([name, value], id) => ({ id, name, value: valueText(value) })),
    { id: -1, name: '', value: '' },
  ]);
  const change = (id: number, changed: Partial<Note>) =>
    setNotes(notes.map((note) => (note.id === id ? { ...note, ...changed } : note)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(changesOf(summary, notes));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={6}>
        {notes.map(({ id, name, value }) => (
          <Group key={id} gap={6} wrap="nowrap">
            <TextInput
              aria-label={leads.property}
              placeholder={leads.property}
              value={name}
              maxLength={100}
              w={150}
              onChange={(event) => change(id, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`${leads.value}: ${name}`}
              placeholder={leads.value}
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
            {leads.addProperty}
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

/** Only what is different, so that what another changes beside it stays; undefined where nothing is. */
function changesOf(summary: JsonObject, notes: Note[]): JsonObject | undefined {
  const named = notes.filter(({ name }) => name.trim() !== '');
  const kept = new Set(named.map(({ name }) => name.trim()));
  const removed = Object.keys(summary).filter((name) => !kept.has(name));
  const changed = named.filter(
    ({ name, value }) => !(name.trim() in summary) || valueText(summary[name.trim()]) !== value,
  );
  if (removed.length + changed.length === 0) return undefined;
  return {
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...Object.fromEntries(changed.map(({ name, value }) => [name.trim(), value])),
  };
}
