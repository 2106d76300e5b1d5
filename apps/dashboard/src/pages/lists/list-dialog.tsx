import type { ListSubject, VisitorList } from '@footfall/contract/list-record';
import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useRead } from '../../api/queries.ts';
import { Fault } from '../../kit/fault.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { sayDone } from '../../kit/toasts.ts';
import { useMessages } from '../../messages/language.tsx';
import { useMe } from '../../shell/frame-context.tsx';
import classes from './lists.module.css';

const defaultListColor = '#2563EB';
/** Kind of record of such a list's filter. */
const listSubjects = { visitors: 'visitor', identities: 'identity' } as const satisfies Record<
  ListSubject,
  string
>;

interface Draft {
  name: string;
  description: string;
  color: string;
  /** Undefined: a manual list. */
  of: ListSubject | undefined;
  filter: string | undefined;
}

interface ListDialogProps {
  /** Undefined: a new one. */
  list?: VisitorList;
  /** Gets the changed fields. */
  onSave?: (changed: Partial<Draft>) => void;
  onClose: () => void;
}

/** Not a form, since the filter contains forms. */
export function ListDialog({ list, onSave, onClose }: ListDialogProps) {
  const { lists, common } = useMessages();
  const [draft, setDraft] = useState(() => draftOf(list));
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const making = useMaking(onClose);
  const isComplete = draft.name.trim() !== '' && (!draft.of || draft.filter !== undefined);
  const save = () => {
    if (!list || !onSave) return making.make(draft);
    onSave(changesOf(list, draft));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={list ? lists.editTitle : lists.makeTitle}
      size="lg"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        {making.fault && <Fault fault={making.fault} />}
        <NameFields draft={draft} change={change} />
        {!list && <KeptChoice draft={draft} change={change} />}
        {draft.of && <FilterFields draft={draft} of={draft.of} change={change} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button disabled={!isComplete} loading={making.isPending} onClick={save}>
            {list ? common.save : common.create}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface FieldsProps {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
}

function NameFields({ draft, change }: FieldsProps) {
  const { lists } = useMessages();
  return (
    <>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label={lists.name}
          value={draft.name}
          maxLength={200}
          required
          data-autofocus
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          className={classes.color ?? ''}
          type="color"
          label={lists.color}
          value={draft.color}
          onChange={(event) => change({ color: event.currentTarget.value })}
        />
      </Group>
      <TextInput
        label={lists.description}
        value={draft.description}
        maxLength={2000}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </>
  );
}

function KeptChoice({ draft, change }: FieldsProps) {
  const { lists } = useMessages();
  return (
    <NativeSelect
      label={lists.keptHow}
      value={draft.of ? 'filter' : 'hand'}
      data={[
        { value: 'hand', label: lists.keptByHand },
        { value: 'filter', label: lists.keptByFilter },
      ]}
      onChange={(event) => {
        const of = event.currentTarget.value === 'filter' ? 'visitors' : undefined;
        change({ of, filter: undefined });
      }}
    />
  );
}

function FilterFields({ draft, of, change }: FieldsProps & { of: ListSubject }) {
  const { lists } = useMessages();
  const subjects = Object.keys(listSubjects) as ListSubject[];
  const { filter } = draft;
  return (
    <>
      <NativeSelect
        label={lists.of}
        value={of}
        data={subjects.map((value) => ({ value, label: lists.subjects[value] }))}
        disabled={filter !== undefined}
        onChange={(event) => change({ of: event.currentTarget.value as ListSubject })}
      />
      <div className={classes.builder}>
        <FilterBar
          about={listSubjects[of]}
          list={{
            ...(filter !== undefined && { filter }),
            set: (changed) => change({ filter: changed({ filter }).filter }),
          }}
        />
      </div>
      <Preview of={of} filter={filter} />
    </>
  );
}

function Preview({ of, filter }: { of: ListSubject; filter: string | undefined }) {
  const { lists, bulk } = useMessages();
  const { data, error, isFetching } = useRead(
    'POST /lists/preview',
    { body: { of, ...(filter && { filter }) } },
    { isEnabled: filter !== undefined },
  );
  if (error) return <Fault fault={error} />;
  const countText = data && !isFetching ? lists.preview(data.data.total) : bulk.counting;
  return (
    <Text size="sm" role="status">
      {filter === undefined ? lists.filterNeeded : countText}
    </Text>
  );
}

function useMaking(onClose: () => void) {
  const { lists } = useMessages();
  const { workspace } = useMe();
  const navigate = useNavigate();
  const making = useChange('POST /lists', ['GET /lists']);
  return {
    isPending: making.isPending,
    fault: making.error,
    make: ({ name, description, color, of, filter }: Draft) => {
      const kept = of && filter ? { of, filter } : {};
      const body = { name: name.trim(), description, color, ...kept };
      making.mutate(
        { input: { body } },
        {
          onSuccess({ body: { data } }) {
            onClose();
            sayDone(lists.made(data.name));
            void navigate({ to: `/app/${workspace.id}/lists/${data.id}` });
          },
        },
      );
    },
  };
}

function draftOf(list: VisitorList | undefined): Draft {
  const { name = '', description = '', color = defaultListColor, of, filter } = list ?? {};
  return { name, description, color, of, filter };
}

function changesOf(list: VisitorList, draft: Draft): Partial<Draft> {
  const { name, description, color, filter } = draft;
  return {
    ...(name.trim() !== list.name && { name: name.trim() }),
    ...(description !== list.description && { description }),
    ...(color.toLowerCase() !== list.color.toLowerCase() && { color }),
    ...(filter !== undefined && filter !== list.filter && { filter }),
  };
}
