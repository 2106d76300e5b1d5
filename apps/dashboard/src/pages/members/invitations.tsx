import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange, useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { type Line, Lines } from '../../kit/lines.tsx';
import { Pager, usePages } from '../../kit/pager.tsx';
import { sayDone, sayFault } from '../../kit/toasts.ts';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { InvitedDialog } from './invite-dialog.tsx';
import type { Invitation, Role } from './members.ts';

/** Open invitations. A link is shown once; creating another ends the old one. */
export function Invitations() {
  const { members } = useMessages();
  const pages = usePages('invitations', 20);
  const invitations = useRead(
    'GET /invitations',
    { query: { limit: pages.limit, offset: pages.offset } },
    { keepsPrevious: true },
  );
  const lines = invitations.data?.data.map(
    (invitation): Line => ({
      id: invitation.id,
      main: invitation.email,
      note: <Terms invitation={invitation} />,
      side: <InvitationActions invitation={invitation} />,
    }),
  );
  return (
    <Card title={members.invitations}>
      <Text size="sm" c="dimmed" mb={8}>
        {members.invitationsText}
      </Text>
      {invitations.error ? (
        <Fault fault={invitations.error} onAgain={() => void invitations.refetch()} />
      ) : (
        <Lines label={members.invitations} lines={lines} empty={members.noInvitation} />
      )}
      <Pager pages={pages} total={invitations.data?.pagination.total} />
    </Card>
  );
}

function Terms({ invitation: { role, created_at, expires_at } }: { invitation: Invitation }) {
  const { members } = useMessages();
  return (
    <>
      {members.roles[role]} · {members.invited} <When at={created_at} /> · {members.ends}{' '}
      <When at={expires_at} />
    </>
  );
}

function InvitationActions({ invitation: { id, email, role } }: { invitation: Invitation }) {
  const { members, common } = useMessages();
  const again = useChange('POST /invitations', []);
  const withdraw = useChange('DELETE /invitations/{id}', ['GET /invitations']);
  const [isShown, setShown] = useState(false);
  const onAgain = () =>
    again.mutate(
      { input: { body: { email, role: role as Role } } },
      { onSuccess: () => setShown(true), onError: (fault) => sayFault(fault, common) },
    );
  const onWithdraw = () =>
    withdraw.mutate(
      { input: { params: { id } } },
      {
        onSuccess: () => sayDone(members.isWithdrawn(email)),
        onError: (fault) => sayFault(fault, common),
      },
    );
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={members.newLinkFor(email)}
        loading={again.isPending}
        onClick={onAgain}
      >
        {members.newLink}
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        aria-label={members.withdrawOf(email)}
        loading={withdraw.isPending}
        onClick={onWithdraw}
      >
        {members.withdraw}
      </Button>
      {isShown && again.data && (
        <InvitedDialog made={again.data.body.data} onClose={() => setShown(false)} />
      )}
    </>
  );
}
