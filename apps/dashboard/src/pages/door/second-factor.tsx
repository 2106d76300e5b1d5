import '@mantine/core/styles/Anchor.css';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { askDoor } from '../../api/door.ts';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { Door, DoorFaultAlert } from './door.tsx';

/** Second step of signing in: the app's code, or a backup code. */
export function SecondFactor({ onDone }: { onDone: () => Promise<void> }) {
  const { door } = useMessages();
  const base = useBase();
  const [code, setCode] = useState('');
  const [isBackup, setBackup] = useState(false);
  const verifying = useMutation({
    mutationFn: () =>
      askDoor(base, isBackup ? 'two-factor/verify-backup-code' : 'two-factor/verify-totp', {
        body: { code: code.trim() },
      }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verifying.mutate();
  };
  return (
    <Door title={door.signIn}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            key={String(isBackup)}
            label={isBackup ? door.backupCode : door.code}
            description={isBackup ? undefined : door.codeHint}
            inputMode={isBackup ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            maxLength={isBackup ? 40 : 7}
            required
            withAsterisk={false}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <DoorFaultAlert fault={verifying.error} wrong={door.wrongCode} />
          <Button type="submit" size="sm" loading={verifying.isPending}>
            {door.confirm}
          </Button>
          <Anchor
            size="sm"
            component="button"
            type="button"
            onClick={() => {
              setBackup(!isBackup);
              setCode('');
            }}
          >
            {isBackup ? door.useApp : door.useBackupCode}
          </Anchor>
        </Stack>
      </form>
    </Door>
  );
}
