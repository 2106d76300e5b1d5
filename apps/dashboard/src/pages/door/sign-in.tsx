import '@mantine/core/styles/Anchor.css';
import '@mantine/core/styles/PasswordInput.css';
import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useConnection } from '../../api/connection.tsx';
import { askDoor } from '../../api/door.ts';
import { useMessages } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { useGoOn, useNext } from '../../shell/next-place.ts';
import classes from './door.module.css';
import { Door, DoorFaultAlert } from './door.tsx';
import { PasskeyFaultAlert } from './passkey-fault.tsx';
import { signInWithPasskey } from './passkeys.ts';
import { ProviderFaultAlert } from './provider-fault.tsx';
import { ProviderButtons } from './providers.tsx';
import { SecondFactor } from './second-factor.tsx';

interface SignedIn {
  /** The password was right, and a second factor is required. */
  twoFactorRedirect?: boolean;
}

export function SignInPage() {
  const { door } = useMessages();
  const { error } = useSearch({ from: '/app/sign-in' });
  const [needsCode, setNeedsCode] = useState(false);
  const goOn = useGoOn();
  if (needsCode) return <SecondFactor onDone={goOn} />;
  return (
    <Door title={door.welcomeBack}>
      {error !== undefined && <ProviderFaultAlert code={error} />}
      <PasswordForm
        onDone={(answer) => (answer.twoFactorRedirect ? setNeedsCode(true) : void goOn())}
      />
      <div className={classes.or}>{door.or}</div>
      <OtherWays onDone={goOn} />
      <p className={classes.quiet}>{door.noAccount}</p>
    </Door>
  );
}

function PasswordForm({ onDone }: { onDone: (answer: SignedIn) => void }) {
  const { door } = useMessages();
  const base = useBase();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signing = useMutation({
    mutationFn: () =>
      askDoor<SignedIn>(base, 'sign-in/email', { body: { email: email.trim(), password } }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signing.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={door.email}
          type="email"
          name="email"
          autoComplete="username webauthn"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          visibilityToggleButtonProps={{ 'aria-label': door.showPassword }}
          label={door.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <DoorFaultAlert fault={signing.error} wrong={door.wrong} />
        <Button type="submit" size="sm" loading={signing.isPending}>
          {door.signIn}
        </Button>
        <Anchor size="sm" component={Link} to="/app/reset-password">
          {door.forgot}
        </Anchor>
      </Stack>
    </form>
  );
}

/** Without a password: a passkey, or a configured provider. */
function OtherWays({ onDone }: { onDone: () => Promise<void> }) {
  const { door } = useMessages();
  const connection = useConnection();
  const passkey = useMutation({
    mutationFn: () => signInWithPasskey(connection),
    onSuccess: onDone,
  });
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        size="sm"
        loading={passkey.isPending}
        onClick={() => passkey.mutate()}
      >
        {door.withPasskey}
      </Button>
      <PasskeyFaultAlert fault={passkey.error} none={door.passkeyFailed} />
      <ProviderButtons next={useNext()} />
    </Stack>
  );
}
