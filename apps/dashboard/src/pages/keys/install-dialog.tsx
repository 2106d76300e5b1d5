import { Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useConnection } from '../../api/connection.tsx';
import { useRead } from '../../api/queries.ts';
import { Fault } from '../../kit/fault.tsx';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { Snippet } from '../../kit/snippet.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { type Framework, frameworks, installText } from './frameworks.ts';

/** How a website sends with this key, by framework. */
export function InstallDialog({ writeKey, onClose }: { writeKey: string; onClose: () => void }) {
  const { keys, common } = useMessages();
  const [framework, setFramework] = useState<Framework>('html');
  const { publicUrl } = useConnection();
  const here = `${location.origin}${useBase()}`;
  // The reader runs the command; everybody loads a website's pages.
  const base = framework === 'curl' ? here : publicUrl;
  const snippetQuery = useRead('GET /snippet', {});
  const snippet = snippetQuery.data?.data;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={keys.install}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        <NativeSelect
          label={keys.framework}
          value={framework}
          data={frameworks.map((value) => ({ value, label: keys.frameworks[value] }))}
          onChange={(event) => setFramework(event.currentTarget.value as Framework)}
        />
        <Text size="sm">{keys.installText[framework]}</Text>
        {snippetQuery.error && (
          <Fault fault={snippetQuery.error} onAgain={() => void snippetQuery.refetch()} />
        )}
        {snippet ? (
          <Snippet
            label={keys.install}
            text={installText(framework, { base, writeKey, ...snippet })}
          />
        ) : (
          <SkeletonBlock height={90} />
        )}
      </Stack>
    </Modal>
  );
}
