import { ActionIcon, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../messages/language.tsx';
import { Icon } from './icons.tsx';

export interface Pages {
  limit: number;
  offset: number;
  go: (offset: number) => void;
}

/** Pages of a list inside of a page, which is not what the address is about. */
export function usePages(limit: number): Pages {
  const [offset, go] = useState(0);
  return { limit, offset, go };
}

/** Nothing where all is on one page. */
export function Pager({ pages, total }: { pages: Pages; total: number | undefined }) {
  const { table } = useMessages();
  const { limit, offset, go } = pages;
  if (total === undefined || total <= limit) return null;
  const to = Math.min(offset + limit, total);
  return (
    <Group justify="flex-end" gap={6} mt={6}>
      <Text size="xs" c="dimmed" role="status">
        {table.range(Math.min(offset + 1, total), to, total)}
      </Text>
      <ActionIcon
        size="sm"
        aria-label={table.previousPage}
        disabled={offset === 0}
        onClick={() => go(Math.max(0, offset - limit))}
      >
        <Icon name="chevronLeft" size={14} />
      </ActionIcon>
      <ActionIcon
        size="sm"
        aria-label={table.nextPage}
        disabled={to >= total}
        onClick={() => go(offset + limit)}
      >
        <Icon name="chevronRight" size={14} />
      </ActionIcon>
    </Group>
  );
}
