import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { sayDone, sayFault } from '../../kit/toasts.ts';
import { TypedConfirmation } from '../../kit/typed-confirmation.tsx';
import { useMessages } from '../../messages/language.tsx';

/** Deletes the workspace. */
export function DangerZone({ name }: { name: string }) {
  const { settings, common } = useMessages();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const end = useChange('POST /workspaces/delete', []);
  const onConfirm = () =>
    end.mutate(
      { input: { body: { confirm: name } } },
      {
        onSuccess: () => {
          sayDone(settings.deleting(name));
          void navigate({ to: '/app' });
        },
        onError: (fault) => sayFault(fault, common),
      },
    );
  return (
    <Card title={settings.danger}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{settings.dangerText}</Text>
        <Button color="red" variant="outline" onClick={() => setOpen(true)}>
          {settings.deleteWorkspace}
        </Button>
      </Stack>
      {isOpen && (
        <TypedConfirmation
          title={settings.deleteWorkspace}
          text={settings.dangerText}
          word={name}
          action={settings.deleteWorkspace}
          isPending={end.isPending}
          onConfirm={onConfirm}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}
