import type { OwnAccount } from '@footfall/contract/account';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { askDoor } from '../../api/door.ts';
import { sayDone, sayRefused } from '../../kit/toasts.ts';
import { TypedConfirmation } from '../../kit/typed-confirmation.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { useLeave } from '../../shell/sign-out.ts';
import { doorFaultText } from '../door/door-fault.ts';
import { useDoorQuery } from './own-account.ts';

/** Works without a workspace, since only people without memberships can delete their account. */
export function DeleteAccount() {
  const messages = useMessages();
  const { account } = messages;
  const base = useBase();
  const leave = useLeave();
  const own = useDoorQuery<{ data: OwnAccount }>('session');
  const [isOpen, setOpen] = useState(false);
  const deleting = useMutation({
    mutationFn: () => askDoor(base, 'delete-account', { method: 'POST' }),
    async onSuccess() {
      sayDone(account.deleted);
      await leave();
    },
    onError: (fault) => sayRefused(doorFaultText(fault, messages), messages.common),
    onSettled: () => setOpen(false),
  });
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{account.deleteText}</Text>
      <Button color="red" variant="outline" disabled={!own.data} onClick={() => setOpen(true)}>
        {account.delete}
      </Button>
      {isOpen && own.data && (
        <TypedConfirmation
          title={account.delete}
          text={account.deleteText}
          word={own.data.data.user.email}
          action={account.delete}
          isPending={deleting.isPending}
          onConfirm={() => deleting.mutate()}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  );
}
