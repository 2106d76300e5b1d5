import type { ChangeSubject, ListChangeAction } from '@footfall/contract/list-changes';
import { Button, Modal, NativeSelect, Progress, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCall, useOutdate, useRead } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { useMay, useMe, useTest } from '../shell/frame-context.tsx';
import { Fault } from './fault.tsx';
import { sumOf, useListChange, type Wanted } from './list-change.ts';
import type { Selection } from './selection.tsx';
import { sayUndoable } from './toasts.ts';

interface ListChangeProps {
  of: ChangeSubject;
  selection: Selection;
  filter: string | undefined;
}

/** For the bar of a selection: puts what is selected on a list, or takes it off. */
export function ListChangeButton(props: ListChangeProps) {
  const { bulk } = useMessages();
  const { workspace } = useMe();
  const [isOpen, setOpen] = useState(false);
  const may = useMay('admin', 'member') && workspace.features.includes('lists');
  if (!may) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {bulk.button}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={bulk.toList}>
        <ListChangeForm {...props} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

const newList = 'new';

function ListChangeForm(props: ListChangeProps & { onDone: () => void }) {
  const { of, selection, filter, onDone } = props;
  const { bulk, common } = useMessages();
  const isTest = useTest();
  const lists = useHandKeptLists();
  const call = useCall();
  const outdate = useOutdate();
  const work = useListChange();
  const [action, setAction] = useState<ListChangeAction>('add');
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const [progress, setProgress] = useState<[number, number]>();
  const listId = chosen ?? lists?.[0]?.id ?? newList;
  const makesList = action === 'add' && listId === newList;
  const wanted: Wanted = { listId, action, of, selection, filter, isTest };

  const changing = useMutation({
    async mutationFn() {
      const list = makesList
        ? (await call('POST /lists', { body: { name: name.trim() } })).body.data
        : lists?.find(({ id }) => id === listId);
      if (!list) throw new Error(bulk.noLists);
      const changes = await work.change({ ...wanted, listId: list.id }, (...told) =>
        setProgress(told),
      );
      return { changes, list };
    },
    onSuccess({ changes, list }) {
      const told = action === 'add' ? bulk.added : bulk.removed;
      sayUndoable(told(sumOf(changes, 'changed'), list.name), common, async () => {
        await work.undo(changes);
        await outdate(['GET /lists']);
      });
      selection.clear();
      onDone();
    },
    onSettled: () => outdate(['GET /lists']),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changing.mutate();
  };
  const choices = (lists ?? []).map((list) => ({ value: list.id, label: list.name }));
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          label={bulk.action}
          value={action}
          data={[
            { value: 'add', label: bulk.add },
            { value: 'remove', label: bulk.remove },
          ]}
          onChange={(event) => setAction(event.currentTarget.value as ListChangeAction)}
        />
        <NativeSelect
          label={bulk.list}
          value={listId}
          data={[
            ...choices,
            ...(action === 'add' ? [{ value: newList, label: bulk.newList }] : []),
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        {makesList && (
          <TextInput
            label={bulk.newListName}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {listId !== newList && <CountText wanted={wanted} />}
        {progress && <WorkProgress done={progress[0]} all={progress[1]} />}
        {changing.error && <Fault fault={changing.error} />}
        <Button
          type="submit"
          loading={changing.isPending}
          disabled={makesList ? name.trim() === '' : listId === newList}
        >
          {common.apply}
        </Button>
      </Stack>
    </form>
  );
}

/** How many people and visitors are meant, which may be fewer than records. */
function CountText({ wanted }: { wanted: Wanted }) {
  const { bulk } = useMessages();
  const { count } = useListChange();
  const { listId, action, filter, selection } = wanted;
  const ids = selection.isAll ? 'all' : [...selection.ids].join();
  const counted = useQuery({
    queryKey: ['list-change', listId, action, filter, ids],
    queryFn: () => count(wanted),
    retry: false,
  });
  if (counted.error) return <Fault fault={counted.error} />;
  return (
    <Text size="sm" c="dimmed" role="status">
      {counted.data === undefined ? bulk.counting : bulk.about(counted.data)}
    </Text>
  );
}

function WorkProgress({ done, all }: { done: number; all: number }) {
  const { bulk } = useMessages();
  const words = bulk.working(done, all);
  return (
    <div role="status">
      <Text size="sm">{words}</Text>
      <Progress value={all > 0 ? Math.min(100, (done / all) * 100) : 0} aria-label={words} />
    </div>
  );
}

/** Those that keep themselves take nobody by hand. */
function useHandKeptLists() {
  const { data } = useRead('GET /lists', { query: { limit: 100, sort: '-created_at' } });
  return data?.data.filter(({ filter }) => !filter);
}
