import type { ExportFormat } from '@footfall/contract/exports';
import { Button, Menu, Text } from '@mantine/core';
import { useConnection } from '../api/connection.tsx';
import { useMessages } from '../messages/language.tsx';
import { type ExportRequest, saveExport } from './export-file.ts';
import { Icon } from './icons.tsx';

interface ExportMenuProps extends Omit<ExportRequest, 'format'> {
  total: number;
  isSmall?: boolean;
  /** Why it is not possible. */
  refusal?: string | undefined;
}

/** Exports what is shown. */
export function ExportMenu({ isSmall = false, refusal, ...request }: ExportMenuProps) {
  const messages = useMessages();
  const connection = useConnection();
  const { bulk } = messages;
  const isRefused = refusal !== undefined || request.total === 0;
  return (
    <Menu position="bottom-end" portalProps={{ target: '#content' }}>
      <Menu.Target>
        <Button
          {...(isSmall && { size: 'compact-xs' })}
          variant="default"
          disabled={isRefused}
          title={refusal ?? bulk.exportOf(request.total)}
          leftSection={<Icon name="download" size={isSmall ? 12 : 15} />}
        >
          {bulk.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(bulk.formats) as ExportFormat[]).map((format) => (
          <Menu.Item
            key={format}
            onClick={() => void saveExport(connection, { ...request, format }, messages)}
          >
            {bulk.formats[format].name}
            <Text size="xs">{bulk.formats[format].text}</Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
