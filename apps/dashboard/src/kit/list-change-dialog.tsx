import type { ListChangeAction } from '@footfall/contract/list-changes';
import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useConnection } from '../api/connection.tsx';
import { useCall, useOutdate, useRead } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { Fault } from './fault.tsx';
import { type ListChangeRequest, useListChanges } from './list-change.ts';

/** More than anybody can choose from. */
const mostLists = 100;
const newList = 'new';

interface ListChangeDialogProps {
  action: ListChangeAction;
  request: Pick<ListChangeRequest, 'of' | 'test' | 'bots'>;
  onDone: () => void;
  onClose: () => void;
}

/** Chooses the list, with the approximate number of records, before anything changes. */
export function ListChangeDialog({ action, request, onDone, onClose }: ListChangeDialogProps) {
  const { bulk, common } = useMessages();
  const lists = useListsByHand();
  const [id, setId] = useState<string>();
  const [name, setName] = useState('');
  const chosen = id ?? lists?.[0]?.id ?? newList;
  const isNew = chosen === newList;
  const list = lists?.find((each) => each.id === chosen);
  const count = useCountOf(list && { ...request, action, list });
  const { make, isPending, fault } = useMaking({ action, request: request, onDone, onClose });
  const isNone = action === 'remove' && lists?.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void make(list, name.trim());
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={action === 'add' ? bulk.addToList : bulk.removeFromList}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          {(fault ?? count.error) && <Fault fault={fault ?? (count.error as Error)} />}
          <ListChoice
            action={action}
            lists={lists}
            chosen={chosen}
            name={name}
            onChoose={setId}
            onName={setName}
          />
          <Text size="sm" role="status">
            {list && (count.data === undefined ? bulk.counting : bulk.about(count.data))}
          </Text>
          {request.of.some(({ of }) => of === 'leads') && (
            <Text size="xs" c="dimmed">
              {bulk.ofLeads}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button
              type="submit"
              loading={isPending}
              disabled={isNone || !lists || (isNew && name.trim() === '')}
            >
              {bulk[action]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface ListChoiceProps {
  action: ListChangeAction;
  lists: { id: string; name: string }[] | undefined;
  chosen: string;
  /** Name of a new list. */
  name: string;
  onChoose: (id: string) => void;
  onName: (name: string) => void;
}

function ListChoice({ action, lists, chosen, name, onChoose, onName }: ListChoiceProps) {
  const { bulk } = useMessages();
  const choices = (lists ?? []).map((list) => ({ value: list.id, label: list.name }));
  if (action === 'remove' && lists?.length === 0) return <Text size="sm">{bulk.noLists}</Text>;
  return (
    <>
      <NativeSelect
        label={bulk.list}
        value={chosen}
        data={action === 'add' ? [...choices, { value: newList, label: bulk.newList }] : choices}
        disabled={!lists}
        data-autofocus
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      {chosen === newList && action === 'add' && (
        <TextInput
          label={bulk.newName}
          value={name}
          maxLength={200}
          required
          onChange={(event) => onName(event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** Excludes automatic lists, which have no manual members. */
function useListsByHand() {
  const { data } = useRead('GET /lists', { query: { limit: mostLists } });
  return data?.data.filter(({ of }) => of === undefined);
}

function useCountOf(request: ListChangeRequest | undefined) {
  const { workspace } = useConnection();
  const { count } = useListChanges();
  return useQuery({
    queryKey: [workspace, 'count of a list change', request],
    queryFn: () => (request ? count(request) : Promise.resolve(0)),
    enabled: request !== undefined,
    staleTime: 0,
  });
}

function useMaking({ action, request, onDone, onClose }: ListChangeDialogProps) {
  const call = useCall();
  const outdate = useOutdate();
  const { make } = useListChanges();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<Error>();
  return {
    isPending,
    fault,
    async make(list: ListChangeRequest['list'] | undefined, name: string) {
      setPending(true);
      try {
        const made = list ?? (await call('POST /lists', { body: { name } })).body.data;
        if (!list) await outdate(['GET /lists']);
        await make({ ...request, action, list: made });
        onDone();
        onClose();
      } catch (error) {
        setFault(error instanceof Error ? error : new Error(String(error)));
      } finally {
        setPending(false);
      }
    },
  };
}
