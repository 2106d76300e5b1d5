import type { OwnAccount } from '@footfall/contract/account';
import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Card } from '../../kit/card.tsx';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { Snippet } from '../../kit/snippet.tsx';
import { useMessages } from '../../messages/language.tsx';
import classes from './account.module.css';
import { useDoorChange } from './own-account.ts';

/** The QR code library loads on demand. */
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

interface Setup {
  totpURI: string;
  backupCodes: string[];
}

/** Codes of an authenticator app: set up with the password, confirmed by a first code. */
export function SecondFactorCard({ own }: { own: OwnAccount }) {
  const { account } = useMessages();
  const [setup, setSetup] = useState<Setup>();
  const isOn = own.has_totp;
  return (
    <Card title={account.factor}>
      <p className={classes.quiet}>{isOn ? account.factorOn : account.factorText}</p>
      {setup && !isOn && <ConfirmSetup setup={setup} />}
      {setup && isOn && <BackupCodes codes={setup.backupCodes} />}
      {own.has_password && (!setup || isOn) && <Begin isOn={isOn} onSetup={setSetup} />}
    </Card>
  );
}

function Begin({ isOn, onSetup }: { isOn: boolean; onSetup: (setup: Setup | undefined) => void }) {
  const { account } = useMessages();
  const [password, setPassword] = useState('');
  const changing = useDoorChange<Setup>(undefined, (answer) => {
    setPassword('');
    onSetup(isOn ? undefined : answer);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const path = isOn ? 'two-factor/disable' : 'two-factor/enable';
    changing.mutate({ path, body: { password } });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          type="password"
          label={account.confirmPassword}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button
          type="submit"
          className={classes.submit ?? ''}
          variant={isOn ? 'default' : 'filled'}
          loading={changing.isPending}
          disabled={password === ''}
        >
          {isOn ? account.turnOff : account.turnOn}
        </Button>
      </Stack>
    </form>
  );
}

function ConfirmSetup({ setup }: { setup: Setup }) {
  const { account, door } = useMessages();
  const [code, setCode] = useState('');
  const confirming = useDoorChange(account.factorOn);
  const secret = new URL(setup.totpURI).searchParams.get('secret') ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirming.mutate({ path: 'two-factor/verify-totp', body: { code: code.trim() } });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <p className={classes.quiet}>
          {account.scan} <a href={setup.totpURI}>{account.openApp}</a>
        </p>
        <Suspense fallback={<SkeletonBlock height={202} />}>
          <QrCode text={setup.totpURI} label={account.qrCode} />
        </Suspense>
        <Snippet text={secret} label={account.secret} />
        <TextInput
          label={door.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" className={classes.submit ?? ''} loading={confirming.isPending}>
          {door.confirm}
        </Button>
      </Stack>
    </form>
  );
}

function BackupCodes({ codes }: { codes: string[] }) {
  const { account } = useMessages();
  return (
    <Stack gap="xs" mb="sm">
      <strong>{account.backupCodes}</strong>
      <p className={classes.quiet}>{account.backupText}</p>
      <Snippet text={codes.join('\n')} label={account.backupCodes} />
    </Stack>
  );
}
