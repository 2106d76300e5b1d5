import { ActionIcon, Button, Checkbox, Group, Popover, Stack } from '@mantine/core';
import { useMessages } from '../messages/language.tsx';
import type { ListState } from '../shell/frame-context.tsx';
import { Icon } from './icons.tsx';
import type { Column } from './record-table.tsx';
import classes from './table-foot.module.css';

interface TableFootProps<T> {
  list: ListState;
  total: number | undefined;
  columns: Column<T>[];
  shown: Column<T>[];
}

/** Row range and total, pages, and choice of columns. */
export function TableFoot<T>({ list, total, columns, shown }: TableFootProps<T>) {
  const { table } = useMessages();
  const from = (list.page - 1) * list.size + 1;
  const to = Math.min(list.page * list.size, total ?? 0);
  return (
    <div className={classes.foot}>
      <ColumnChoice list={list} columns={columns} shown={shown} />
      <span className={classes.range} role="status">
        {total === undefined ? '' : table.range(Math.min(from, total), to, total)}
      </span>
      <ActionIcon
        variant="default"
        aria-label={table.previousPage}
        disabled={list.page === 1}
        onClick={() => list.set({ page: list.page - 1 })}
      >
        <Icon name="chevronLeft" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={table.nextPage}
        disabled={to >= (total ?? 0)}
        onClick={() => list.set({ page: list.page + 1 })}
      >
        <Icon name="chevronRight" />
      </ActionIcon>
    </div>
  );
}

const sizes = [25, 50, 100];

function ColumnChoice<T>({ list, columns, shown }: Omit<TableFootProps<T>, 'total'>) {
  const { table } = useMessages();
  const names = shown.map(({ id }) => id);
  const choose = (id: string) =>
    list.set(({ columns: chosen, page }) => {
      const before = chosen?.split(',') ?? names;
      const isShown = (name: string) => before.includes(name) !== (name === id);
      return {
        columns: columns
          .map((column) => column.id)
          .filter(isShown)
          .join(','),
        page,
      };
    });
  return (
    <Popover position="top-start" trapFocus withRoles>
      <Popover.Target>
        <Button variant="subtle" color="gray" leftSection={<Icon name="columns" />}>
          {table.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8}>
          {columns.map(({ id, title }) => (
            <Checkbox
              key={id}
              size="xs"
              label={title}
              checked={names.includes(id)}
              onChange={() => choose(id)}
            />
          ))}
        </Stack>
        <Group gap={6} mt="sm" className={classes.sizes}>
          {table.rowsPerPage}
          {sizes.map((size) => (
            <Button
              key={size}
              size="compact-xs"
              variant={size === list.size ? 'light' : 'subtle'}
              aria-pressed={size === list.size}
              onClick={() => list.set({ size })}
            >
              {size}
            </Button>
          ))}
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
