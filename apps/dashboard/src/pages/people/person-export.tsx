import { type DocumentFormat, documentFormatNames } from '@footfall/contract/document-formats';
import { Button, Menu, Text } from '@mantine/core';
import { useConnection } from '../../api/connection.tsx';
import { saveExport } from '../../kit/export-file.ts';
import { Icon } from '../../kit/icons.tsx';
import { useSpeech } from '../../messages/language.tsx';

/** Everything about a person as a file, for an access request. */
export function PersonExport({ id }: { id: string }) {
  const { messages, language } = useSpeech();
  const connection = useConnection();
  const { people } = messages;
  const save = (format: DocumentFormat) =>
    saveExport(
      connection,
      { path: '/identities/{id}/export', params: { id }, query: { language }, format },
      messages,
    );
  return (
    <Menu position="bottom-end" portalProps={{ target: '#content' }}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" size={15} />}>
          {people.exportData}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {documentFormatNames.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {people.exportFormats[format].name}
            <Text size="xs">{people.exportFormats[format].text}</Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
