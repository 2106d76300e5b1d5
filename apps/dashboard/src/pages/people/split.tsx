import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCall, useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Fault } from '../../kit/fault.tsx';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { useMessages } from '../../messages/language.tsx';
import { IdentityOverrideDialog, type PlannedIdentityOverride } from './identity-override.tsx';
import classes from './split.module.css';

type Link = AnswerOf<'GET /identities/{id}/links'>['data'][number];

/** What belongs to somebody else. */
interface Chosen {
  visitor_ids: string[];
  emails: string[];
  user_ids: string[];
}

const nothing: Chosen = { visitor_ids: [], emails: [], user_ids: [] };

export function SplitButton({ person: { id } }: { person: { id: string } }) {
  const { people } = useMessages();
  const [isChoosing, setChoosing] = useState(false);
  const [planned, plan] = useState<PlannedIdentityOverride>();
  const call = useCall();
  const onChosen = (chosen: Chosen) => {
    setChoosing(false);
    plan({
      key: `split ${id} ${JSON.stringify(chosen)}`,
      title: people.split,
      done: people.splitDone,
      async ask(isDryRun) {
        const body = { ...chosen, dry_run: isDryRun };
        return (await call('POST /identities/{id}/split', { params: { id }, body })).body.data;
      },
    });
  };
  return (
    <>
      <Button variant="default" onClick={() => setChoosing(true)}>
        {people.splitButton}
      </Button>
      {isChoosing && <SplitDialog id={id} onClose={() => setChoosing(false)} onChosen={onChosen} />}
      <IdentityOverrideDialog planned={planned} personId={id} onClose={() => plan(undefined)} />
    </>
  );
}

interface SplitDialogProps {
  id: string;
  onClose: () => void;
  onChosen: (chosen: Chosen) => void;
}

function SplitDialog({ id, onClose, onChosen }: SplitDialogProps) {
  const { people, common } = useMessages();
  const [chosen, setChosen] = useState(nothing);
  const links = useRead('GET /identities/{id}/links', { params: { id }, query: { limit: 100 } });
  const isEmpty = Object.values(chosen).every((part) => part.length === 0);
  return (
    <Modal
      opened
      onClose={onClose}
      title={people.split}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        <Text size="sm">{people.splitText}</Text>
        {links.error && <Fault fault={links.error} onAgain={() => void links.refetch()} />}
        {!links.error && !links.data && <SkeletonBlock height={120} />}
        {links.data && <Choices links={links.data.data} chosen={chosen} setChosen={setChosen} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button disabled={isEmpty} onClick={() => onChosen(chosen)}>
            {people.preview}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ChoicesProps {
  links: Link[];
  chosen: Chosen;
  setChosen: (chosen: Chosen) => void;
}

/** All names of the person, from the latest hundred messages with them. */
function Choices({ links, chosen, setChosen }: ChoicesProps) {
  const { people } = useMessages();
  const offered: Chosen = {
    visitor_ids: distinct(links.map((link) => link.visitor_id)),
    emails: distinct(links.map((link) => link.evidence.email.toLowerCase())),
    user_ids: distinct(links.map((link) => link.evidence.user_id)),
  };
  const toggle = (part: keyof Chosen, value: string) => {
    const without = chosen[part].filter((each) => each !== value);
    const isChosen = without.length < chosen[part].length;
    setChosen({ ...chosen, [part]: isChosen ? without : [...without, value] });
  };
  const boxes = (part: keyof Chosen, title: string, label: (value: string) => ReactNode) =>
    offered[part].length > 0 && (
      <fieldset className={classes.part}>
        <legend>{title}</legend>
        <Stack gap={6}>
          {offered[part].map((value) => (
            <Checkbox
              key={value}
              size="xs"
              label={label(value)}
              checked={chosen[part].includes(value)}
              onChange={() => toggle(part, value)}
            />
          ))}
        </Stack>
      </fieldset>
    );
  return (
    <>
      {boxes('visitor_ids', people.devices, (value) => people.visitor(value.slice(-6)))}
      {boxes('emails', people.addresses, (value) => value)}
      {boxes('user_ids', people.userIds, (value) => value)}
    </>
  );
}

function distinct(values: string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '');
}
