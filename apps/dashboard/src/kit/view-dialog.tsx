import type { View, ViewPage } from '@footfall/contract/views';
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCall, useOutdate } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { useMay } from '../shell/frame-context.tsx';
import { Fault } from './fault.tsx';
import { sayDone, sayUndoable } from './toasts.ts';
import type { ViewContent } from './view-search.ts';

interface ViewDialogProps {
  page: ViewPage;
  /** Undefined: a new one from the current state. */
  view: View | undefined;
  seen: ViewContent;
  onSaved: (id: string) => void;
  onClose: () => void;
}

export function ViewDialog({ page, view, seen, onSaved, onClose }: ViewDialogProps) {
  const { views: words, common } = useMessages();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.shared ?? false);
  const mayShare = useMay('admin', 'member');
  const { save, remove, isPending, fault } = useViewChanges({ page, view, seen, onSaved, onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save({ name: name.trim(), shared: isShared });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={view ? words.editTitle : words.newTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          {fault && <Fault fault={fault} />}
          <TextInput
            label={words.name}
            value={name}
            maxLength={100}
            required
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {mayShare && (
            <Checkbox
              label={words.share}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            {view && (
              <Button
                mr="auto"
                color="red"
                variant="light"
                disabled={isPending}
                onClick={() => void remove(view)}
              >
                {common.delete}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useViewChanges({ page, view, seen, onSaved, onClose }: ViewDialogProps) {
  const { views: words, common } = useMessages();
  const call = useCall();
  const outdate = useOutdate();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<Error>();
  const attempt = async (work: () => Promise<void>) => {
    setPending(true);
    try {
      await work();
      onClose();
    } catch (error) {
      setFault(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setPending(false);
      await outdate(['GET /views']);
    }
  };
  const create = (content: ViewContent & { name: string; shared: boolean }) =>
    call('POST /views', { body: { page, ...content } });
  return {
    isPending,
    fault,
    save: (named: { name: string; shared: boolean }) =>
      attempt(async () => {
        const { body } = view
          ? await call('PATCH /views/{id}', { params: { id: view.id }, body: named })
          : await create({ ...seen, ...named });
        onSaved(body.data.id);
        sayDone(words.saved(body.data.name));
      }),
    remove: (removed: View) =>
      attempt(async () => {
        await call('DELETE /views/{id}', { params: { id: removed.id } });
        sayUndoable(words.deleted(removed.name), common, async () => {
          const { name, filter, sort, columns, range, test, shared } = removed;
          await create({ name, filter, sort, columns, range, test, shared });
          await outdate(['GET /views']);
        });
      }),
  };
}
