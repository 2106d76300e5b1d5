import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Snippet } from '../../kit/snippet.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import type { NewApiKey } from './keys.ts';

interface KeyMadeDialogProps {
  made: NewApiKey;
  isRotated?: boolean;
  onClose: () => void;
}

/** A new key's text; a secret one is shown only once. Closes only by its button, so that nobody loses it. */
export function KeyMadeDialog({ made, isRotated = false, onClose }: KeyMadeDialogProps) {
  const { keys, common } = useMessages();
  const base = `${location.origin}${useBase()}`;
  const isSecret = made.kind === 'secret';
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={keys.madeTitle(made.name)}
      withCloseButton={false}
      closeOnClickOutside={!isSecret}
      closeOnEscape={!isSecret}
    >
      <Stack gap="sm">
        {isSecret && (
          <Alert color="orange" variant="light">
            {keys.shownOnce}
          </Alert>
        )}
        {isRotated && <Text size="sm">{keys.rotatedText}</Text>}
        <Snippet label={keys.key} text={made.key} />
        {isSecret && (
          <>
            <Text size="sm">{keys.tryIt}</Text>
            <Snippet label={keys.tryIt} text={tryLine(base, made)} />
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{isSecret ? keys.stored : common.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** A command for something the key may read. */
function tryLine(base: string, { key, scopes }: NewApiKey): string {
  const paths = {
    'leads:read': 'leads',
    'visitors:read': 'identities',
    'companies:read': 'companies',
    'campaigns:read': 'campaigns',
    'conversions:read': 'conversions',
  } as const;
  const entry = Object.entries(paths).find(([scope]) => scopes.some((own) => own === scope));
  const path = entry?.[1] ?? 'users';
  return `curl '${base}/api/v1/${path}?limit=1' -H 'Authorization: Bearer ${key}'`;
}
