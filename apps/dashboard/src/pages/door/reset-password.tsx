import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { askDoor } from '../../api/door.ts';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { NewPassword } from './account-form.tsx';
import { Door, DoorFaultAlert } from './door.tsx';

/** Requests the link without a token; sets the password with one. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/app/reset-password' });
  return token === undefined ? <AskForLink /> : <SetPassword token={token} />;
}

function AskForLink() {
  const { door } = useMessages();
  const base = useBase();
  const [email, setEmail] = useState('');
  const asking = useMutation({
    mutationFn: () =>
      askDoor(base, 'request-password-reset', {
        body: { email: email.trim(), redirectTo: `${base}/app/reset-password` },
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asking.mutate();
  };
  return (
    <Door title={door.reset.ask} text={door.reset.askText}>
      {asking.isSuccess ? (
        <Alert color="green" role="status">
          {door.reset.sent}
        </Alert>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={door.email}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <DoorFaultAlert fault={asking.error} />
            <Button type="submit" size="sm" loading={asking.isPending}>
              {door.reset.send}
            </Button>
          </Stack>
        </form>
      )}
      <BackToSignIn />
    </Door>
  );
}

function SetPassword({ token }: { token: string }) {
  const { door } = useMessages();
  const base = useBase();
  const [password, setPassword] = useState('');
  const setting = useMutation({
    mutationFn: () => askDoor(base, 'reset-password', { body: { token, newPassword: password } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setting.mutate();
  };
  return (
    <Door title={door.reset.title}>
      {setting.isSuccess ? (
        <Alert color="green" role="status">
          {door.reset.done}
        </Alert>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <NewPassword label={door.newPassword} value={password} onChange={setPassword} />
            <DoorFaultAlert fault={setting.error} wrong={door.reset.used} />
            {setting.error && <Link to="/app/reset-password">{door.reset.askAgain}</Link>}
            <Button type="submit" size="sm" loading={setting.isPending}>
              {door.reset.submit}
            </Button>
          </Stack>
        </form>
      )}
      <BackToSignIn />
    </Door>
  );
}

function BackToSignIn() {
  const { door } = useMessages();
  return <Link to="/app/sign-in">{door.reset.back}</Link>;
}
