import { ActionIcon, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../messages/language.tsx';
import { useAddressed } from '../shell/frame-context.tsx';
import { countOf } from '../shell/search.ts';
import { Icon } from './icons.tsx';

export interface Pages {
  limit: number;
  offset: number;
  go: (offset: number) => void;
}

/** Pages of a list in a dialog, not in the URL. */
export function useDialogPages(limit: number): Pages {
  const [offset, go] = useState(0);
  return { limit, offset, go };
}

/** Pages of a list within a page; the URL has the page number under the list's name. */
export function usePages(name: string, limit: number): Pages {
  const [page, show] = useAddressed(`${name}_page`);
  const offset = (countOf(page, 1_000_000) ?? 1) - 1;
  return {
    limit,
    offset: offset * limit,
    go: (to) => show(to === 0 ? undefined : String(Math.floor(to / limit) + 1)),
  };
}

/** Empty if everything fits on one page. */
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
