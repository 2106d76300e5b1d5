import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { Empty } from '../../kit/empty.tsx';
import { Mark } from '../../kit/mark.tsx';
import { Page } from '../../kit/page.tsx';
import { PersonPicture } from '../../kit/person-picture.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useListState, useMay, useMe } from '../../shell/frame-context.tsx';
import { pageQuery } from '../../shell/list-query.ts';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberActions, PersonalDataChoice, RoleChoice } from './member-actions.tsx';
import type { Member } from './members.ts';
import { RolesCard } from './roles-card.tsx';

type Sort = 'joined_at' | '-joined_at';

/** The workspace's members and invitations. */
export function MembersPage() {
  const { members } = useMessages();
  const list = useListState({ sort: '-joined_at' });
  const [isInviting, setInviting] = useState(false);
  const mayChange = useMay('admin');
  const users = useRead(
    'GET /users',
    { query: { ...pageQuery<Sort>(list) } },
    { keepsPrevious: true },
  );
  return (
    <Page
      title={members.title}
      actions={mayChange && <Button onClick={() => setInviting(true)}>{members.invite}</Button>}
    >
      <RecordTable
        label={members.title}
        columns={useColumns(mayChange)}
        idOf={({ id }) => id}
        {...rowsIn(users)}
        list={list}
        empty={<Empty icon="members" title={members.empty} text={members.emptyText} />}
      />
      {mayChange && <Invitations />}
      <RolesCard />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function useColumns(mayChange: boolean): Column<Member>[] {
  const { members } = useMessages();
  const own = useMe().user.id;
  const name = {
    id: 'name',
    title: members.name,
    cell: (member: Member) => (
      <Group gap={6} wrap="nowrap">
        <PersonPicture person={member} size={22} />
        <span>{member.name || member.email}</span>
        {member.username && (
          <Text span inherit c="dimmed">
            {member.username}
          </Text>
        )}
        {member.id === own && <Mark look="accent">{members.you}</Mark>}
      </Group>
    ),
  };
  const role = {
    id: 'role',
    title: members.role,
    isNarrow: true,
    cell: (member: Member) => (
      <RoleChoice member={member} mayChange={mayChange && member.id !== own} />
    ),
  };
  const personal = {
    id: 'pii',
    title: members.pii,
    isNarrow: true,
    cell: (member: Member) => (
      <PersonalDataChoice member={member} mayChange={mayChange && member.id !== own} />
    ),
  };
  const factor = {
    id: 'factor',
    title: members.factor,
    cell: ({ has_second_factor: has }: Member) => (
      <Mark look={has ? 'good' : 'quiet'}>{has ? members.factorOn : members.factorOff}</Mark>
    ),
  };
  const actions = {
    id: 'actions',
    title: members.actions,
    isNarrow: true,
    staysInView: true,
    cell: (member: Member) => member.id !== own && <MemberActions member={member} />,
  };
  return [
    name,
    { id: 'email', title: members.email, cell: ({ email }) => email },
    role,
    ...(mayChange ? [personal] : []),
    {
      id: 'joined',
      title: members.joined,
      sort: 'joined_at',
      cell: ({ joined_at }) => <When at={joined_at} />,
    },
    ...(mayChange ? [factor, actions] : []),
  ];
}
