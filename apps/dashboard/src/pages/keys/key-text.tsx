import { ActionIcon, Code, Group } from '@mantine/core';
import { copyText } from '../../kit/copy.ts';
import { Icon } from '../../kit/icons.tsx';
import { sayDone } from '../../kit/toasts.ts';
import { useMessages } from '../../messages/language.tsx';
import type { ApiKey } from './keys.ts';

/** A secret key's recognizable parts; write keys are not secret, and can be copied. */
export function KeyText({ apiKey: { key, prefix, hint, name } }: { apiKey: ApiKey }) {
  const { keys, common } = useMessages();
  const shown = <Code>{`${prefix}…${hint}`}</Code>;
  if (key === null) return shown;
  return (
    <Group gap={2} wrap="nowrap">
      {shown}
      <ActionIcon
        size="sm"
        aria-label={keys.copyKey(name)}
        onClick={() => void copyText(key).then(() => sayDone(common.copied))}
      >
        <Icon name="copy" size={13} />
      </ActionIcon>
    </Group>
  );
}
