import { Box, Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useConnection } from '../../api/connection.tsx';
import { Card } from '../../kit/card.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { PasskeyFaultAlert } from '../door/passkey-fault.tsx';
import { addPasskey } from '../door/passkeys.ts';
import classes from './account.module.css';
import { useDoorChange, useDoorQuery } from './own-account.ts';

interface Passkey {
  id: string;
  name: string | null;
  createdAt: string;
}

export function Passkeys() {
  const { account } = useMessages();
  const connection = useConnection();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const passkeys = useDoorQuery<Passkey[]>('passkey/list-user-passkeys');
  const adding = useMutation({
    mutationFn: () => addPasskey(connection, name.trim()),
    async onSuccess() {
      setName('');
      await queries.invalidateQueries({ queryKey: ['auth'] });
    },
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
            <RemovePasskey id={passkey.id} name={passkey.name || account.passkeys} />
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
        <Box mt="xs">
          <PasskeyFaultAlert fault={adding.error} none={account.noPasskeyMade} />
        </Box>
      </form>
    </Card>
  );
}

function RemovePasskey({ id, name }: { id: string; name: string }) {
  const { account, common } = useMessages();
  const removing = useDoorChange(account.passkeyRemoved(name));
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={account.removePasskey(name)}
      loading={removing.isPending}
      onClick={() => removing.mutate({ path: 'passkey/delete-passkey', body: { id } })}
    >
      {common.remove}
    </Button>
  );
}
