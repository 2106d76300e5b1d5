import type { ListMember, VisitorList } from '@footfall/contract/list-record';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { Empty } from '../../kit/empty.tsx';
import { ExportMenu } from '../../kit/export-menu.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { type Selection, useSelection } from '../../kit/selection.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useListState, useMay, useMe } from '../../shell/frame-context.tsx';
import { type MemberNames, useMembers, useRemoval } from './list-members.ts';

export function MembersTable({ list }: { list: VisitorList }) {
  const { lists } = useMessages();
  const { workspace } = useMe();
  const state = useListState({ sort: '-created_at' });
  const { members, names } = useMembers(list.id, state);
  const rows = members.data?.data;
  const total = members.data?.pagination.total;
  const selection = useSelection(state, total ?? 0);
  const mayRemove = useMay('admin', 'member') && list.of === undefined;
  const typeOf = useTypes(rows ?? []);
  return (
    <RecordTable
      label={lists.members}
      columns={useColumns(names)}
      idOf={({ id }) => id}
      linkOf={({ id, type }) =>
        `/app/${workspace.id}/${type === 'visitor' ? 'visitors' : 'people'}/${id}`
      }
      {...rowsIn(members)}
      list={state}
      {...(mayRemove && {
        selection,
        actions: <Removal list={list} selection={selection} typeOf={typeOf} />,
      })}
      empty={<NoMembers list={list} />}
    />
  );
}

/** Of all rows seen so far: those of other pages can be selected as well. */
function useTypes(rows: ListMember[]) {
  const types = useRef(new Map<string, ListMember['type']>());
  for (const { id, type } of rows) types.current.set(id, type);
  return (id: string) => types.current.get(id) ?? 'visitor';
}

interface RemovalProps {
  list: VisitorList;
  selection: Selection;
  typeOf: (id: string) => ListMember['type'];
}

function Removal({ list, selection, typeOf }: RemovalProps) {
  const { lists } = useMessages();
  const { remove, removeAll } = useRemoval(list);
  const act = () => {
    const ids = [...selection.ids];
    void (selection.isAll ? removeAll() : remove(ids.map((id) => ({ id, type: typeOf(id) }))));
    selection.clear();
  };
  return (
    <Button size="compact-xs" variant="default" onClick={act}>
      {lists.remove}
    </Button>
  );
}

function NoMembers({ list }: { list: VisitorList }) {
  const { lists } = useMessages();
  const { workspace } = useMe();
  const text = list.of ? lists.noMembersByFilter : lists.noMembersByHand;
  return (
    <Empty icon="lists" title={lists.noMembers} text={text}>
      <Link to="/app/$workspace/visitors" params={{ workspace: workspace.id }}>
        {lists.toVisitors}
      </Link>
    </Empty>
  );
}

export function ExportMembers({ list, total }: { list: VisitorList; total: number }) {
  return (
    <ExportMenu
      path="/exports/lists/{id}/members"
      params={{ id: list.id }}
      query={{}}
      total={total}
    />
  );
}

function useColumns(names: ReadonlyMap<string, MemberNames>): Column<ListMember>[] {
  const { lists } = useMessages();
  return [
    {
      id: 'member',
      title: lists.member,
      cell: ({ id, type }) =>
        names.get(id)?.name ?? (type === 'visitor' ? lists.anonymous(id) : id.slice(-6)),
    },
    {
      id: 'kind',
      title: lists.kind,
      isNarrow: true,
      cell: ({ type }) => (type === 'visitor' ? lists.kinds.visitor : lists.kinds.identity),
    },
    { id: 'place', title: lists.place, cell: ({ id }) => names.get(id)?.place ?? '–' },
    {
      id: 'last_seen',
      title: lists.lastSeen,
      cell: ({ id }) => <When at={names.get(id)?.lastSeen} />,
    },
    {
      id: 'added',
      title: lists.added,
      sort: 'created_at',
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
}
