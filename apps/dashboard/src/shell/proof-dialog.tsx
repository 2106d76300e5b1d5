import '@mantine/core/styles/PasswordInput.css';
import type { OwnAccount } from '@footfall/contract/account';
import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useConnection } from '../api/connection.tsx';
import { askDoor } from '../api/door.ts';
import { Fault } from '../kit/fault.tsx';
import { useMessages } from '../messages/language.tsx';
import { DoorFaultAlert } from '../pages/door/door.tsx';
import { PasskeyFaultAlert } from '../pages/door/passkey-fault.tsx';
import { signInWithPasskey } from '../pages/door/passkeys.ts';
import { ProviderButtons } from '../pages/door/providers.tsx';
import { useBase } from './base.ts';

interface ProofDialogProps {
  onDone: (isProved: boolean) => void;
}

/** By any of the account's ways to sign in. */
export function ProofDialog({ onDone }: ProofDialogProps) {
  const { common, door } = useMessages();
  const base = useBase();
  const router = useRouter();
  const queries = useQueryClient();
  const own = useQuery({
    queryKey: ['auth', 'session'],
    queryFn: () => askDoor<{ data: OwnAccount }>(base, 'session'),
  });
  const proved = async () => {
    onDone(true);
    // The session may have been replaced.
    await queries.invalidateQueries({ queryKey: ['auth'] });
  };
  const account = own.data?.data;
  return (
    // Without a header: it may be above other dialogs, and a page may have only one banner.
    <Modal.Root opened onClose={() => onDone(false)}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Stack gap="sm">
            <Modal.Title>{door.prove.title}</Modal.Title>
            <Text size="sm">{door.prove.text}</Text>
            {own.error && <Fault fault={own.error} onAgain={() => void own.refetch()} />}
            {account?.has_password && <ByPassword needsCode={account.has_totp} onProved={proved} />}
            {account && account.passkeys > 0 && <ByPasskey onProved={proved} />}
            {account?.has_provider && <ProviderButtons next={router.state.location.href} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => onDone(false)}>
                {common.cancel}
              </Button>
            </Group>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface WayProps {
  onProved: () => Promise<void>;
}

/** `needsCode`: also requires the app's code, as at sign-in. */
function ByPassword({ needsCode, onProved }: WayProps & { needsCode: boolean }) {
  const { door } = useMessages();
  const base = useBase();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const body = { password, ...(needsCode && { code: code.trim() }) };
  const proving = useMutation({
    mutationFn: () => askDoor(base, 'prove', { body }),
    onSuccess: onProved,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    proving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          visibilityToggleButtonProps={{ 'aria-label': door.showPassword }}
          label={door.prove.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {needsCode && (
          <TextInput
            label={door.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
            withAsterisk={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <DoorFaultAlert fault={proving.error} />
        <Button type="submit" loading={proving.isPending}>
          {door.confirm}
        </Button>
      </Stack>
    </form>
  );
}

function ByPasskey({ onProved }: WayProps) {
  const { door } = useMessages();
  const connection = useConnection();
  const proving = useMutation({
    mutationFn: () => signInWithPasskey(connection),
    onSuccess: onProved,
  });
  return (
    <>
      <Button variant="default" loading={proving.isPending} onClick={() => proving.mutate()}>
        {door.prove.withPasskey}
      </Button>
      <PasskeyFaultAlert fault={proving.error} none={door.passkeyFailed} />
    </>
  );
}
