import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { Icon } from '../../kit/icons.tsx';
import { sayDone, sayFault } from '../../kit/toasts.ts';
import { TypedConfirmation } from '../../kit/typed-confirmation.tsx';
import { useMessages } from '../../messages/language.tsx';
import { InstallDialog } from './install-dialog.tsx';
import { KeyMadeDialog } from './key-made-dialog.tsx';
import type { ApiKey, NewApiKey } from './keys.ts';

type Open = 'revoke' | 'install' | undefined;

/** Actions for a valid key. */
export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const { keys, common } = useMessages();
  const [open, setOpen] = useState<Open>();
  const [made, setMade] = useState<NewApiKey>();
  const revoke = useChange('DELETE /keys/{id}', ['GET /keys']);
  const rotate = useChange('POST /keys/{id}/rotate', ['GET /keys']);
  const input = { params: { id: apiKey.id } };
  if (apiKey.revoked_at !== null) return null;
  const onRotate = () =>
    rotate.mutate(
      { input },
      {
        onSuccess: ({ body }) => setMade(body.data.new_key),
        onError: (fault) => sayFault(fault, common),
      },
    );
  const onRevoke = () =>
    revoke.mutate(
      { input },
      {
        onSuccess: () => {
          setOpen(undefined);
          sayDone(keys.isRevoked(apiKey.name));
        },
        onError: (fault) => sayFault(fault, common),
      },
    );
  return (
    <>
      <Menu position="bottom-end" portalProps={{ target: '#content' }}>
        <Menu.Target>
          <ActionIcon aria-label={keys.actionsOf(apiKey.name)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {apiKey.key !== null && (
            <Menu.Item onClick={() => setOpen('install')}>{keys.install}</Menu.Item>
          )}
          <Menu.Item onClick={onRotate} disabled={rotate.isPending}>
            {keys.rotate}
          </Menu.Item>
          {/* Mantine's red for menus does not change in the dark, where it is unreadable. */}
          <Menu.Item
            color="red"
            c="var(--mantine-color-red-light-color)"
            onClick={() => setOpen('revoke')}
          >
            {keys.revoke}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'revoke' && (
        <TypedConfirmation
          title={keys.revokeTitle(apiKey.name)}
          text={keys.revokeText}
          word={apiKey.name}
          action={keys.revoke}
          isPending={revoke.isPending}
          onConfirm={onRevoke}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'install' && apiKey.key !== null && (
        <InstallDialog writeKey={apiKey.key} onClose={() => setOpen(undefined)} />
      )}
      {made && <KeyMadeDialog made={made} isRotated onClose={() => setMade(undefined)} />}
    </>
  );
}
