import { Button, Menu } from '@mantine/core';
import { useConnection } from '../api/connection.tsx';
import { useMessages } from '../messages/language.tsx';
import type { ListState } from '../shell/frame-context.tsx';
import { useTest } from '../shell/frame-context.tsx';
import { writeSearch } from '../shell/search.ts';
import { Icon } from './icons.tsx';

interface ExportMenuProps {
  /** As in the path of the export, such as `leads`. */
  kind: string;
  list: Pick<ListState, 'filter' | 'sort'>;
  /** What else the table asks its list for. */
  query?: Record<string, string | undefined>;
}

/** All that matches, not the page alone, as a file; the browser shows how far it is. */
export function ExportMenu({ kind, list, query = {} }: ExportMenuProps) {
  const { bulk } = useMessages();
  const { base, workspace } = useConnection();
  const test = useTest();
  const address = (format: string) => {
    const { filter, sort } = list;
    const asked = { ...query, workspace, format, filter, sort, ...(test && { test }) };
    return `${base}/dashboard/api/exports/${kind}${writeSearch(asked)}`;
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
          {bulk.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{bulk.exportTitle}</Menu.Label>
        {(['csv', 'ndjson', 'parquet'] as const).map((format) => (
          <Menu.Item key={format} component="a" href={address(format)} download>
            {bulk.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
