import type { VisitorList } from '@footfall/contract/list-record';
import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useRead, useRecord } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { ConflictDialog } from '../../kit/conflict-dialog.tsx';
import { useEdit } from '../../kit/edit.ts';
import { Facts } from '../../kit/facts.tsx';
import { Fault } from '../../kit/fault.tsx';
import { useFormat } from '../../kit/format.ts';
import { Icon } from '../../kit/icons.tsx';
import { Page } from '../../kit/page.tsx';
import columns from '../../kit/record-page.module.css';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { sayDone, sayFault } from '../../kit/toasts.ts';
import { TypedConfirmation } from '../../kit/typed-confirmation.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMay, useMe } from '../../shell/frame-context.tsx';
import { ListChanges } from './list-changes.tsx';
import { ListDialog } from './list-dialog.tsx';
import { ListFilter } from './list-filter.tsx';
import { ListName } from './list-name.tsx';
import { ExportMembers, MembersTable } from './members-table.tsx';
import { UpkeepState, useSubject } from './upkeep.tsx';

const fillingSeconds = 3;

export function ListPage() {
  const { id } = useParams({ from: '/app/$workspace/lists/$id' });
  const { lists } = useMessages();
  const listQuery = useRecord('GET /lists/{id}', { params: { id } });
  const list = listQuery.data?.body.data;
  useFilling(list);
  const edit = useEdit({
    read: 'GET /lists/{id}',
    change: 'PATCH /lists/{id}',
    params: { id },
    record: listQuery.data,
    outdates: ['GET /lists', 'GET /lists/{id}', 'GET /lists/{id}/members'],
  });
  const total = useTotal(id);
  if (listQuery.error) {
    return (
      <Page title={lists.one}>
        <Fault fault={listQuery.error} onAgain={() => void listQuery.refetch()} />
      </Page>
    );
  }
  if (!list) {
    return (
      <Page title={lists.one}>
        <SkeletonBlock height={220} />
      </Page>
    );
  }
  return (
    <Page
      title={list.name}
      subtitle={list.description}
      actions={
        <>
          <ExportMembers list={list} total={total ?? 0} />
          <ListActions
            list={list}
            isSaving={edit.isSaving}
            onSave={(changed) => edit.save(changed)}
          />
        </>
      }
    >
      <div className={columns.columns}>
        <div className={columns.main}>
          <MembersTable list={list} />
        </div>
        <div className={columns.main}>
          <ListFacts list={list} total={total} />
          <ListChanges list={list} />
        </div>
      </div>
      <ConflictDialog conflict={edit.conflict} />
    </Page>
  );
}

/** While it is filling, members arrive continuously. */
function useFilling(list: VisitorList | undefined): void {
  const isEnabled = list?.upkeep?.state === 'filling';
  const params = { id: list?.id ?? '' };
  const options = { isEnabled, refetchSeconds: fillingSeconds };
  useRecord('GET /lists/{id}', { params }, options);
  useRead('GET /lists/{id}/members', { params, query: { limit: 1, fields: ['id'] } }, options);
}

function useTotal(id: string): number | undefined {
  const input = { params: { id }, query: { limit: 1, fields: ['id'] } };
  return useRead('GET /lists/{id}/members', input).data?.pagination.total;
}

interface ListActionsProps {
  list: VisitorList;
  isSaving: boolean;
  onSave: (changed: Record<string, unknown>) => void;
}

function ListActions({ list, isSaving, onSave }: ListActionsProps) {
  const { lists, common } = useMessages();
  const { workspace } = useMe();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const removing = useChange('DELETE /lists/{id}', ['GET /lists']);
  const close = () => setOpen(undefined);
  const remove = () =>
    removing.mutate(
      { input: { params: { id: list.id } } },
      {
        onSuccess() {
          sayDone(lists.deleted(list.name));
          void navigate({ to: `/app/${workspace.id}/lists` });
        },
        onError: (fault) => sayFault(fault, common),
      },
    );
  if (!useMay('admin', 'member')) return null;
  return (
    <>
      <Button
        variant="default"
        loading={isSaving}
        leftSection={<Icon name="edit" size={14} />}
        onClick={() => setOpen('edit')}
      >
        {common.edit}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="trash" size={14} />}
        onClick={() => setOpen('delete')}
      >
        {common.delete}
      </Button>
      {open === 'edit' && (
        <ListDialog
          list={list}
          onSave={(changed) => Object.keys(changed).length > 0 && onSave({ ...changed })}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <TypedConfirmation
          title={lists.deleteTitle}
          text={lists.deleteText}
          word={list.name}
          action={common.delete}
          isPending={removing.isPending}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  );
}

function ListFacts({ list, total }: { list: VisitorList; total: number | undefined }) {
  const { lists } = useMessages();
  const format = useFormat();
  const subjectOf = useSubject();
  const { upkeep, filter } = list;
  const count = upkeep?.members ?? total;
  return (
    <Card title={lists.one}>
      <Facts
        facts={[
          { name: lists.name, value: <ListName list={list} /> },
          { name: lists.members, value: count === undefined ? '…' : format.number(count) },
          { name: lists.of, value: subjectOf(list) },
          { name: lists.kept, value: list.of ? lists.byFilter : lists.byHand },
          ...(filter === undefined
            ? []
            : [{ name: lists.filter, value: <ListFilter list={list} /> }]),
          ...(upkeep ? upkeepFacts(upkeep) : []),
          { name: lists.created, value: <When at={list.created_at} /> },
        ]}
      />
    </Card>
  );

  function upkeepFacts({ as_of, error, retry_at, ...state }: NonNullable<VisitorList['upkeep']>) {
    return [
      {
        name: lists.state,
        value: <UpkeepState upkeep={{ ...state, as_of, error, retry_at }} />,
      },
      { name: lists.asOf, value: as_of ? <When at={as_of} /> : lists.never },
      ...(error ? [{ name: '', value: lists.errors[error] }] : []),
      ...(retry_at ? [{ name: lists.retry, value: <When at={retry_at} /> }] : []),
    ];
  }
}
