import type { WorkspaceRole } from '@footfall/contract/access';
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { askDoor } from '../../api/door.ts';
import { useMessages, useSpeech } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import { keepLanguage } from '../../shell/choose-language.ts';
import { useGoOn } from '../../shell/next-place.ts';
import { AccountForm } from './account-form.tsx';
import { Door, DoorFaultAlert } from './door.tsx';

interface Invitation {
  email: string;
  name: string;
  role: WorkspaceRole;
  /** Whether the invited address has an account, and is signed in. */
  account: 'new' | 'sign_in' | 'signed_in';
  workspace: { id: string; name: string };
}

/** Joins a workspace by an invitation link. */
export function InvitationPage() {
  const { token = '' } = useSearch({ from: '/app/invitation' });
  const { door, common } = useMessages();
  const base = useBase();
  const shown = useQuery({
    queryKey: ['auth', 'invitation', token],
    queryFn: () => askDoor<{ data: Invitation }>(base, 'invitation', { body: { token } }),
    retry: false,
  });
  if (shown.error) {
    return (
      <Door title={door.invitation.title('Footfall')}>
        <DoorFaultAlert fault={shown.error} wrong={door.invitation.used} />
        <Link to="/app/sign-in">{door.signIn}</Link>
      </Door>
    );
  }
  if (!shown.data) return <Door title={common.loading}>{null}</Door>;
  return <Shown invitation={shown.data.data} token={token} />;
}

function Shown({ invitation, token }: { invitation: Invitation; token: string }) {
  const { email, name, role, account, workspace } = invitation;
  const { messages, language } = useSpeech();
  const { door } = messages;
  const base = useBase();
  const goOn = useGoOn();
  const joining = useMutation({
    mutationFn: async (more: { name?: string; password?: string }) => {
      await askDoor(base, 'invitation/accept', { body: { token, ...more } });
      if (account === 'new') await keepLanguage(base, language);
    },
    onSuccess: goOn,
  });
  const faults = { fault: joining.error, wrong: door.invitation.used };
  const next = `/app/invitation?token=${encodeURIComponent(token)}`;
  return (
    <Door
      title={door.invitation.title(workspace.name)}
      text={door.invitation.text(door.roles[role])}
    >
      {account === 'new' && (
        <AccountForm
          email={email}
          name={name}
          submit={door.invitation.submit}
          isPending={joining.isPending}
          onSubmit={(fields) => joining.mutate({ name: fields.name, password: fields.password })}
          {...faults}
        />
      )}
      {account === 'sign_in' && (
        <>
          <Text size="sm">{door.invitation.signInFirst(email)}</Text>
          <Link to="/app/sign-in" search={{ next }}>
            {door.signIn}
          </Link>
        </>
      )}
      {account === 'signed_in' && (
        <>
          <Text size="sm">{door.invitation.signedInAs(email)}</Text>
          <DoorFaultAlert {...faults} />
          <Button size="sm" loading={joining.isPending} onClick={() => joining.mutate({})}>
            {door.invitation.submit}
          </Button>
        </>
      )}
    </Door>
  );
}
