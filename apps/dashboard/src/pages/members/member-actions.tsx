import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useCall, useChange, useOutdate } from '../../api/queries.ts';
import { sayDone, sayFault, sayUndoable } from '../../kit/toasts.ts';
import { TypedConfirmation } from '../../kit/typed-confirmation.tsx';
import { useMessages } from '../../messages/language.tsx';
import { type Member, type Role, roles } from './members.ts';

/** A member's role; editable for admins, except their own, which another admin must change. */
export function RoleChoice({ member, mayChange }: { member: Member; mayChange: boolean }) {
  const { members, common } = useMessages();
  const change = useChange('PATCH /users/{id}', ['GET /users']);
  const call = useCall();
  const outdate = useOutdate();
  const role = roles.find((name) => name === member.workspace_role) ?? 'viewer';
  if (!mayChange) return <>{members.roles[role]}</>;
  const who = member.name || member.email;
  const params = { id: member.id };
  const choose = (chosen: Role) =>
    change.mutate(
      { input: { params, body: { workspace_role: chosen } } },
      {
        onSuccess: () =>
          sayUndoable(members.roleChanged(who, members.roles[chosen]), common, async () => {
            await call('PATCH /users/{id}', { params, body: { workspace_role: role } });
            await outdate(['GET /users']);
          }),
        onError: (fault) => sayFault(fault, common),
      },
    );
  return (
    <NativeSelect
      size="xs"
      w={120}
      aria-label={members.roleOf(who)}
      value={change.isPending ? (change.variables.input.body?.workspace_role ?? role) : role}
      disabled={change.isPending}
      data={roles.map((value) => ({ value, label: members.roles[value] }))}
      onChange={(event) => choose(event.currentTarget.value as Role)}
    />
  );
}

/** Whether a member sees personal data; administrators always do. */
export function PersonalDataChoice({ member, mayChange }: { member: Member; mayChange: boolean }) {
  const { members, common } = useMessages();
  const change = useChange('PATCH /users/{id}', ['GET /users']);
  const who = member.name || member.email;
  if (!mayChange || member.workspace_role === 'admin') {
    return <>{member.pii === 'hidden' ? members.piiHidden : members.piiShown}</>;
  }
  const choose = (pii: 'shown' | 'hidden') =>
    change.mutate(
      { input: { params: { id: member.id }, body: { pii } } },
      {
        onSuccess: () => sayDone(members.piiChanged(who, pii === 'hidden')),
        onError: (fault) => sayFault(fault, common),
      },
    );
  return (
    <NativeSelect
      size="xs"
      w={120}
      aria-label={members.piiOf(who)}
      value={member.pii}
      disabled={change.isPending}
      data={[
        { value: 'shown', label: members.piiShown },
        { value: 'hidden', label: members.piiHidden },
      ]}
      onChange={(event) => choose(event.currentTarget.value as 'shown' | 'hidden')}
    />
  );
}

export function MemberActions({ member }: { member: Member }) {
  const { members, common } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const remove = useChange('DELETE /users/{id}', ['GET /users']);
  const who = member.name || member.email;
  const onConfirm = () =>
    remove.mutate(
      { input: { params: { id: member.id } } },
      {
        onSuccess: () => sayDone(members.isRemoved(who)),
        onError: (fault) => {
          setOpen(false);
          sayFault(fault, common);
        },
      },
    );
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        aria-label={members.removeTitle(who)}
        onClick={() => setOpen(true)}
      >
        {common.remove}
      </Button>
      {isOpen && (
        <TypedConfirmation
          title={members.removeTitle(who)}
          text={members.removeText}
          word={member.email}
          action={common.remove}
          isPending={remove.isPending}
          onConfirm={onConfirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
