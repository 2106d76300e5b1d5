import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange, useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Snippet } from '../../kit/snippet.tsx';
import { sayDone, sayFault } from '../../kit/toasts.ts';
import { TypedConfirmation } from '../../kit/typed-confirmation.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import { makerText, type SigningSecret } from './keys.ts';
import classes from './signing-secrets.module.css';

/** Secrets that backends sign visitors' identities with. */
export function SigningSecrets({ mayChange }: { mayChange: boolean }) {
  const { keys } = useMessages();
  const [isMaking, setMaking] = useState(false);
  const secretsQuery = useRead('GET /signing-secrets', { query: { revoked: false, limit: 20 } });
  const secrets = secretsQuery.data?.data;
  return (
    <section className={classes.part}>
      <Card
        title={keys.signingSecrets}
        actions={
          mayChange && (
            <Button size="compact-xs" variant="default" onClick={() => setMaking(true)}>
              {keys.createSecret}
            </Button>
          )
        }
      >
        <Text size="sm" c="dimmed" mb={8}>
          {keys.signingText}
        </Text>
        {secretsQuery.error && (
          <Fault fault={secretsQuery.error} onAgain={() => void secretsQuery.refetch()} />
        )}
        {secrets?.length === 0 && <Text size="sm">{keys.noSecret}</Text>}
        <ul className={classes.secrets}>
          {secrets?.map((secret) => (
            <SecretRow key={secret.id} secret={secret} mayChange={mayChange} />
          ))}
        </ul>
      </Card>
      {isMaking && <NewSecretDialog onClose={() => setMaking(false)} />}
    </section>
  );
}

function SecretRow({ secret, mayChange }: { secret: SigningSecret; mayChange: boolean }) {
  const { keys, common, why } = useMessages();
  const [isRevoking, setRevoking] = useState(false);
  const revoke = useChange('DELETE /signing-secrets/{id}', ['GET /signing-secrets']);
  const onConfirm = () =>
    revoke.mutate(
      { input: { params: { id: secret.id } } },
      {
        onSuccess: () => sayDone(keys.isRevoked(secret.name)),
        onError: (fault) => sayFault(fault, common),
      },
    );
  return (
    <li>
      <span>{secret.name}</span>
      <code>…{secret.hint}</code>
      <span className={classes.made}>
        <When at={secret.created_at} /> {makerText(secret.created_by, why.by.command)}
      </span>
      {mayChange && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={keys.revokeTitle(secret.name)}
          onClick={() => setRevoking(true)}
        >
          {keys.revoke}
        </Button>
      )}
      {isRevoking && (
        <TypedConfirmation
          title={keys.revokeTitle(secret.name)}
          text={keys.revokeSecretText}
          word={secret.name}
          action={keys.revoke}
          isPending={revoke.isPending}
          onConfirm={onConfirm}
          onClose={() => setRevoking(false)}
        />
      )}
    </li>
  );
}

function NewSecretDialog({ onClose }: { onClose: () => void }) {
  const { keys, common } = useMessages();
  const [name, setName] = useState('');
  const create = useChange('POST /signing-secrets', ['GET /signing-secrets']);
  const secret = create.data?.body.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') create.mutate({ input: { body: { name: name.trim() } } });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={secret ? keys.madeTitle(secret.name) : keys.createSecret}
      withCloseButton={!secret}
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {secret ? (
        <Stack gap="sm">
          <Alert color="orange" variant="light">
            {keys.shownOnce}
          </Alert>
          <Snippet label={keys.signingSecrets} text={secret.secret} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{keys.stored}</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={keys.name}
              required
              maxLength={200}
              value={name}
              data-autofocus
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {create.error && <Fault fault={create.error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {common.cancel}
              </Button>
              <Button type="submit" disabled={name.trim() === ''} loading={create.isPending}>
                {keys.createSecret}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
