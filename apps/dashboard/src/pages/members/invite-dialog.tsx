import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange, useOutdate } from '../../api/queries.ts';
import { Fault } from '../../kit/fault.tsx';
import { Snippet } from '../../kit/snippet.tsx';
import { useMessages } from '../../messages/language.tsx';
import { type MadeInvitation, type Role, roles } from './members.ts';

/** Form for address and role, then shows the link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { members, common } = useMessages();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [hidesPersonal, setHidesPersonal] = useState(false);
  const invite = useChange('POST /invitations', []);
  const made = invite.data?.body.data;
  if (made) return <InvitedDialog made={made} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const pii = hidesPersonal && role !== 'admin' ? 'hidden' : 'shown';
    invite.mutate({ input: { body: { email: email.trim(), role, pii } } });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={members.invite}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={members.email}
            type="email"
            autoComplete="off"
            required
            maxLength={320}
            value={email}
            data-autofocus
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <NativeSelect
            label={members.role}
            description={members.roleTexts[role]}
            value={role}
            data={roles.map((value) => ({ value, label: members.roles[value] }))}
            onChange={(event) => setRole(event.currentTarget.value as Role)}
          />
          {role !== 'admin' && (
            <Checkbox
              size="xs"
              label={members.hidePii}
              description={members.hidePiiText}
              checked={hidesPersonal}
              onChange={(event) => setHidesPersonal(event.currentTarget.checked)}
            />
          )}
          {invite.error && <Fault fault={invite.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={email.trim() === ''} loading={invite.isPending}>
              {members.invite}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface InvitedDialogProps {
  made: MadeInvitation;
  onClose: () => void;
}

/** Shows the link once. Refetches the list afterwards, since that may remove the row that opened this. */
export function InvitedDialog({ made, onClose }: InvitedDialogProps) {
  const { members, common } = useMessages();
  const outdate = useOutdate();
  const close = () => {
    onClose();
    void outdate(['GET /invitations']);
  };
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={members.invitedTitle(made.email)}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Stack gap="sm">
        <Alert color={made.mail === 'taken' ? 'green' : 'orange'} variant="light">
          {members.mail[made.mail]}
        </Alert>
        <Snippet label={members.link} text={made.link} />
        <Text size="sm" c="dimmed">
          {members.linkText}
        </Text>
        <Group justify="flex-end">
          <Button onClick={close}>{common.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
