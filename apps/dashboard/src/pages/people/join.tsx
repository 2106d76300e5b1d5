import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useCall, useRead } from '../../api/queries.ts';
import { Fault } from '../../kit/fault.tsx';
import { Lines } from '../../kit/lines.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useTest } from '../../shell/frame-context.tsx';
import { IdentityOverrideDialog, type PlannedIdentityOverride } from './identity-override.tsx';

export function JoinButton({ person: { id } }: { person: { id: string } }) {
  const { people } = useMessages();
  const [isChoosing, setChoosing] = useState(false);
  const [planned, plan] = useState<PlannedIdentityOverride>();
  const call = useCall();
  const onChosen = (otherId: string) => {
    setChoosing(false);
    plan({
      key: `join ${id} ${otherId}`,
      title: people.join,
      done: people.joinDone,
      async ask(isDryRun) {
        const body = { identity_id: otherId, dry_run: isDryRun };
        return (await call('POST /identities/{id}/join', { params: { id }, body })).body.data;
      },
    });
  };
  return (
    <>
      <Button variant="default" onClick={() => setChoosing(true)}>
        {people.joinButton}
      </Button>
      {isChoosing && <JoinDialog id={id} onClose={() => setChoosing(false)} onChosen={onChosen} />}
      <IdentityOverrideDialog planned={planned} personId={id} onClose={() => plan(undefined)} />
    </>
  );
}

interface JoinDialogProps {
  id: string;
  onClose: () => void;
  onChosen: (otherId: string) => void;
}

/** Searches for the other person while typing. */
function JoinDialog({ id, onClose, onChosen }: JoinDialogProps) {
  const { people, common } = useMessages();
  const test = useTest();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 150);
  const hitsQuery = useRead(
    'GET /search',
    { query: { q: search, kinds: ['identity'], limit: 10, test } },
    { isEnabled: search !== '', keepsPrevious: true },
  );
  const hits = hitsQuery.data?.data.filter((hit) => hit.id !== id);
  return (
    <Modal
      opened
      onClose={onClose}
      title={people.join}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        <Text size="sm">{people.joinText}</Text>
        <TextInput
          label={people.other}
          placeholder={people.otherPlaceholder}
          value={text}
          maxLength={80}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {hitsQuery.error && (
          <Fault fault={hitsQuery.error} onAgain={() => void hitsQuery.refetch()} />
        )}
        {search !== '' && !hitsQuery.error && (
          <Lines
            label={people.title}
            empty={people.nobody}
            lines={hits?.map((hit) => ({
              id: hit.id,
              main: hit.title,
              note: hit.subtitle,
              side: (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`${people.preview}: ${hit.title}`}
                  onClick={() => onChosen(hit.id)}
                >
                  {people.preview}
                </Button>
              ),
            }))}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
