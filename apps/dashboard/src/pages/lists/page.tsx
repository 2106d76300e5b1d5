import type { VisitorList } from '@footfall/contract/list-record';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { Empty } from '../../kit/empty.tsx';
import { FilterBar } from '../../kit/filter-bar.tsx';
import { useFormat } from '../../kit/format.ts';
import { Icon } from '../../kit/icons.tsx';
import { Page } from '../../kit/page.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useListState, useMay, useMe } from '../../shell/frame-context.tsx';
import { filteredQuery } from '../../shell/list-query.ts';
import { LookAtDemo } from '../../shell/look-at-demo.tsx';
import { ListDialog } from './list-dialog.tsx';
import { ListFilter } from './list-filter.tsx';
import { ListName } from './list-name.tsx';
import { UpkeepState, useSubject } from './upkeep.tsx';

type Sort = 'created_at' | '-created_at';

export function ListsPage() {
  const { lists } = useMessages();
  const { workspace } = useMe();
  const list = useListState({ sort: '-created_at', size: 25 });
  const [isMaking, setMaking] = useState(false);
  const mayMake = useMay('admin', 'member');
  const query = filteredQuery<Sort>(list);
  const listsQuery = useRead('GET /lists', { query }, { keepsPrevious: true });
  const make = mayMake && (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setMaking(true)}>
      {lists.make}
    </Button>
  );
  return (
    <Page title={lists.title} actions={make}>
      <FilterBar about="list" list={list} fault={listsQuery.error} views="lists" />
      <RecordTable
        label={lists.title}
        columns={useColumns()}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/app/${workspace.id}/lists/${id}`}
        {...rowsIn(listsQuery)}
        list={list}
        empty={
          <Empty icon="lists" title={lists.empty} text={lists.emptyText}>
            {make}
            <LookAtDemo />
          </Empty>
        }
      />
      {isMaking && <ListDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}

function useColumns(): Column<VisitorList>[] {
  const { lists } = useMessages();
  const subjectOf = useSubject();
  return [
    { id: 'name', title: lists.name, cell: (list) => <ListName list={list} /> },
    { id: 'description', title: lists.description, cell: ({ description }) => description || '–' },
    {
      id: 'members',
      title: lists.members,
      align: 'end',
      isNarrow: true,
      cell: (list) => <MemberCount list={list} />,
    },
    { id: 'of', title: lists.of, cell: subjectOf },
    { id: 'kept', title: lists.kept, cell: ({ of }) => (of ? lists.byFilter : lists.byHand) },
    {
      id: 'filter',
      title: lists.filter,
      isOptional: true,
      cell: (list) => <ListFilter list={list} />,
    },
    {
      id: 'state',
      title: lists.state,
      cell: ({ upkeep }) => (upkeep ? <UpkeepState upkeep={upkeep} /> : '–'),
    },
    {
      id: 'as_of',
      title: lists.asOf,
      isOptional: true,
      cell: ({ upkeep }) => <When at={upkeep?.as_of} />,
    },
    {
      id: 'created',
      title: lists.created,
      sort: 'created_at',
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
}

/** For manual lists, only the member list has the total. */
function MemberCount({ list: { id, upkeep } }: { list: VisitorList }) {
  const format = useFormat();
  const { data } = useRead(
    'GET /lists/{id}/members',
    { params: { id }, query: { limit: 1, fields: ['id'] } },
    { isEnabled: !upkeep },
  );
  const count = upkeep?.members ?? data?.pagination.total;
  return <>{count === undefined ? '…' : format.number(count)}</>;
}
