/** Filters, orders, columns and periods under a name: one's own, and those that the workspace shares. */
import type { ViewPage } from '@footfall/contract/views';
import { Button, Checkbox, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCall, useChange, useOutdate, useRead } from '../api/queries.ts';
import type { AnswerOf } from '../api/routes.ts';
import { useMessages } from '../messages/language.tsx';
import {
  type ListState,
  useFrameSearch,
  useMay,
  useMe,
  useSetSearch,
  useTest,
} from '../shell/frame-context.tsx';
import { isDate, isPreset } from '../shell/periods.ts';
import { Fault } from './fault.tsx';
import { Icon } from './icons.tsx';
import classes from './saved-views.module.css';
import { sayDone, sayFault, sayUndoable } from './toasts.ts';

type View = AnswerOf<'GET /views'>['data'][number];

interface SavedViewsProps {
  page: ViewPage;
  list: Pick<ListState, 'filter' | 'sort' | 'columns'>;
}

export function SavedViews({ page, list }: SavedViewsProps) {
  const { views } = useMessages();
  const [isSaving, setSaving] = useState(false);
  const found = useRead('GET /views', { query: { page, limit: 100 } });
  const show = useShowView();
  const saved = found.data?.data ?? [];
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="star" />}>
            {views.title}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {saved.length === 0 && <Menu.Label>{views.none}</Menu.Label>}
          {saved.map((view) => (
            <div key={view.id} className={classes.view} role="none">
              <Menu.Item onClick={() => show(view)}>
                {view.name} {view.shared && <small>{views.shared}</small>}
              </Menu.Item>
              <DeleteView view={view} />
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="plus" />} onClick={() => setSaving(true)}>
            {views.save}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isSaving} onClose={() => setSaving(false)} title={views.save}>
        <SaveView page={page} list={list} onDone={() => setSaving(false)} />
      </Modal>
    </>
  );
}

function useShowView(): (view: View) => void {
  const set = useSetSearch();
  return ({ filter, sort, columns, range, test }) =>
    set({
      ...rangeSearch(range),
      filter: filter || undefined,
      sort: sort || undefined,
      columns: columns.join(',') || undefined,
      test: test || undefined,
      page: undefined,
    });
}

/** `30d`, or `2026-05-01..2026-05-31`. */
function rangeSearch(range: string) {
  const [from, to] = range.split('..');
  const isOwn = isDate(from) && isDate(to);
  return {
    range: isPreset(range) ? range : undefined,
    from: isOwn ? from : undefined,
    to: isOwn ? to : undefined,
  };
}

function DeleteView({ view }: { view: View }) {
  const { views, common } = useMessages();
  const { user } = useMe();
  const isAdmin = useMay('admin');
  const call = useCall();
  const outdate = useOutdate();
  const deleting = useChange('DELETE /views/{id}', ['GET /views']);
  if (view.owner.id !== user.id && !(isAdmin && view.shared)) return null;
  const putBack = async () => {
    const { page, name, filter, sort, columns, range, test, shared } = view;
    const body = { page, name, filter, sort, columns, range, test, shared };
    await call('POST /views', { body });
    await outdate(['GET /views']);
  };
  return (
    <Menu.Item
      w="auto"
      aria-label={views.delete(view.name)}
      onClick={() =>
        deleting.mutate(
          { input: { params: { id: view.id } } },
          {
            onSuccess: () => sayUndoable(views.deleted(view.name), common, putBack),
            onError: (fault) => sayFault(fault, common),
          },
        )
      }
    >
      <Icon name="trash" size={14} />
    </Menu.Item>
  );
}

function SaveView({ page, list, onDone }: SavedViewsProps & { onDone: () => void }) {
  const { views, common } = useMessages();
  const { range, from, to } = useFrameSearch();
  const test = useTest();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const mayShare = useMay('admin', 'member');
  const saving = useChange('POST /views', ['GET /views']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      page,
      name: name.trim(),
      filter: list.filter ?? '',
      sort: list.sort,
      columns: list.columns?.split(',') ?? [],
      range: from && to ? `${from}..${to}` : (range ?? ''),
      test,
      shared: isShared,
    };
    saving.mutate(
      { input: { body } },
      {
        onSuccess() {
          sayDone(views.saved);
          onDone();
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={views.name}
          maxLength={100}
          value={name}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayShare && (
          <Checkbox
            size="xs"
            label={views.share}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        {saving.error && <Fault fault={saving.error} />}
        <Button type="submit" loading={saving.isPending} disabled={name.trim() === ''}>
          {common.save}
        </Button>
      </Stack>
    </form>
  );
}
