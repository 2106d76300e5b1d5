import type { OwnAccount } from '@footfall/contract/account';
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Page } from '../../kit/page.tsx';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe } from '../../shell/frame-context.tsx';
import { NewPassword } from '../door/account-form.tsx';
import classes from './account.module.css';
import { DeleteAccount } from './delete-account.tsx';
import { useDoorChange, useDoorQuery } from './own-account.ts';
import { Passkeys } from './passkeys-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SecurityEvents } from './security-card.tsx';
import { Sessions } from './sessions-card.tsx';

export function AccountPage() {
  const { account } = useMessages();
  const { workspace, has_second_factor: hasSecondFactor } = useMe();
  const own = useDoorQuery<{ data: OwnAccount }>('session');
  return (
    <Page title={account.title}>
      {workspace.second_factor_required && !hasSecondFactor && (
        <Alert color="orange" role="status">
          {account.factorNeeded}{' '}
          {(own.data?.data.passkeys ?? 0) > 0 ? account.factorSignInAgain : account.factorHow}
        </Alert>
      )}
      {own.error && <Fault fault={own.error} onAgain={() => void own.refetch()} />}
      {own.isPending && <SkeletonBlock height={320} />}
      {own.data && (
        <div className={classes.cards}>
          <ProfileCard own={own.data.data} />
          <Password own={own.data.data} />
          <SecondFactorCard own={own.data.data} />
          <Passkeys />
          <Sessions />
          <SecurityEvents />
          <Card title={account.danger}>
            <DeleteAccount />
          </Card>
        </div>
      )}
    </Page>
  );
}

function Password({ own }: { own: OwnAccount }) {
  const { account } = useMessages();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const saving = useDoorChange(account.passwordSaved, () => {
    setCurrent('');
    setNext('');
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true };
    saving.mutate({ path: 'change-password', body });
  };
  if (!own.has_password) {
    return (
      <Card title={account.password}>
        <p className={classes.quiet}>{account.noPassword}</p>
      </Card>
    );
  }
  return (
    <Card title={account.password}>
      <form onSubmit={save}>
        <Stack gap="sm">
          <TextInput
            type="password"
            label={account.currentPassword}
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <NewPassword label={account.newPassword} value={next} onChange={setNext} />
          <Button
            type="submit"
            className={classes.submit ?? ''}
            loading={saving.isPending}
            disabled={current === '' || next === ''}
          >
            {account.setPassword}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
