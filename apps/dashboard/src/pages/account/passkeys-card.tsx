import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Card } from '../../kit/card.tsx';
import { sayFault } from '../../kit/toasts.ts';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { addPasskey } from '../door/passkeys.ts';
import classes from './account.module.css';
import { useDoorChange, useDoorQuery } from './own-account.ts';

interface Passkey {
  id: string;
  name: string | null;
  createdAt: string;
}

export function Passkeys() {
  const { account, common } = useMessages();
  const base = useBase();
  const [name, setName] = useState('');
  const passkeys = useDoorQuery<Passkey[]>('passkey/list-user-passkeys');
  const removing = useDoorChange(undefined);
  const adding = useMutation({
    mutationFn: () => addPasskey(base, name.trim()),
    async onSuccess() {
      setName('');
      await passkeys.refetch();
    },
    onError: (fault) => sayFault(fault, common),
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate();
  };
  return (
    <Card title={account.passkeys}>
      <p className={classes.quiet}>{account.passkeysText}</p>
      <ul className={classes.rows}>
        {passkeys.data?.map((passkey) => (
          <li key={passkey.id}>
            <span>
              {passkey.name || account.passkeys}
              <small>
                <When at={passkey.createdAt} />
              </small>
            </span>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              onClick={() =>
                removing.mutate({ path: 'passkey/delete-passkey', body: { id: passkey.id } })
              }
            >
              {common.remove}
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={add}>
        <Group gap="xs" align="flex-end">
          <TextInput
            label={account.passkeyName}
            flex={1}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" size="sm" loading={adding.isPending}>
            {account.addPasskey}
          </Button>
        </Group>
      </form>
    </Card>
  );
}
