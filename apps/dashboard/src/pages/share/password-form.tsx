import '@mantine/core/styles/PasswordInput.css';
import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useConnection } from '../../api/connection.tsx';
import { ApiFault } from '../../api/fault.ts';
import { faultText } from '../../kit/fault-text.ts';
import { Icon } from '../../kit/icons.tsx';
import { useMessages } from '../../messages/language.tsx';
import { Door } from '../door/door.tsx';
import { tellPassword } from './shared-page.ts';

export function PasswordForm({ onDone }: { onDone: () => Promise<unknown> }) {
  const { door, share, common } = useMessages();
  const { api } = useConnection();
  const [password, setPassword] = useState('');
  const telling = useMutation({
    mutationFn: () => tellPassword(api, password),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    telling.mutate();
  };
  const fault = telling.error;
  const isWrong = fault instanceof ApiFault && fault.reason === 'wrong_password';
  return (
    <Door title={share.passwordTitle} text={share.passwordText}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <PasswordInput
            visibilityToggleButtonProps={{ 'aria-label': door.showPassword }}
            label={share.password}
            autoComplete="off"
            required
            withAsterisk={false}
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {fault && (
            <Alert role="alert" color="red" icon={<Icon name="warning" />}>
              {isWrong ? share.wrongPassword : faultText(fault, common)}
            </Alert>
          )}
          <Button type="submit" size="sm" loading={telling.isPending}>
            {share.open}
          </Button>
        </Stack>
      </form>
    </Door>
  );
}
