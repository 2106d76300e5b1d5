import { type Scope, scopeNames } from '@footfall/contract/access';
import {
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { Fault } from '../../kit/fault.tsx';
import classes from '../../kit/fields.module.css';
import { useMessages } from '../../messages/language.tsx';
import { InstallDialog } from './install-dialog.tsx';
import {
  bodyOf,
  type KeyDraft,
  lifetimes,
  type Preset,
  presetDraft,
  presets,
} from './key-draft.ts';
import { KeyMadeDialog } from './key-made-dialog.tsx';
import type { NewApiKey } from './keys.ts';

/** Form for a new key, then shows it. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewApiKey>();
  if (!made) return <KeyForm onMade={setMade} onClose={onClose} />;
  if (made.kind === 'secret') return <KeyMadeDialog made={made} onClose={onClose} />;
  return <InstallDialog writeKey={made.key} onClose={onClose} />;
}

interface KeyFormProps {
  onMade: (key: NewApiKey) => void;
  onClose: () => void;
}

function KeyForm({ onMade, onClose }: KeyFormProps) {
  const { keys, common } = useMessages();
  const [preset, setPreset] = useState<Preset>('backend');
  const [draft, setDraft] = useState(() => presetDraft('backend'));
  const create = useChange('POST /keys', ['GET /keys']);
  const change = (changed: Partial<KeyDraft>) => setDraft({ ...draft, ...changed });
  const isComplete =
    draft.name.trim() !== '' && (draft.kind !== 'secret' || draft.scopes.length > 0);
  const choose = (chosen: Preset) => {
    setPreset(chosen);
    setDraft({ ...presetDraft(chosen), name: draft.name, lifetimeDays: draft.lifetimeDays });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    create.mutate(
      { input: { body: bodyOf(draft) } },
      { onSuccess: ({ body }) => onMade(body.data) },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={keys.create}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <NativeSelect
            label={keys.preset}
            description={keys.presetText[preset]}
            value={preset}
            data={presets.map((value) => ({ value, label: keys.presets[value] }))}
            onChange={(event) => choose(event.currentTarget.value as Preset)}
          />
          <TextInput
            label={keys.name}
            description={keys.nameText}
            required
            maxLength={200}
            value={draft.name}
            data-autofocus
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          {draft.kind === 'secret' && <SecretFields draft={draft} change={change} />}
          <NativeSelect
            label={keys.expires}
            description={keys.expiresText}
            value={draft.lifetimeDays ?? 0}
            data={lifetimes.map((days) => ({ value: String(days), label: keys.lifetime(days) }))}
            onChange={(event) =>
              change({ lifetimeDays: Number(event.currentTarget.value) || undefined })
            }
          />
          {create.error && <Fault fault={create.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={!isComplete} loading={create.isPending}>
              {keys.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface SecretFieldsProps {
  draft: KeyDraft;
  change: (changed: Partial<KeyDraft>) => void;
}

function SecretFields({ draft, change }: SecretFieldsProps) {
  const { keys } = useMessages();
  const toggle = (scope: Scope, isChosen: boolean) =>
    change({
      scopes: scopeNames.filter((name) =>
        name === scope ? isChosen : draft.scopes.includes(name),
      ),
    });
  return (
    <>
      <fieldset className={classes.fields} aria-label={keys.may}>
        <legend>
          <Text size="sm" fw={500}>
            {keys.may}
          </Text>
        </legend>
        <Stack gap={6}>
          {scopeNames.map((scope) => (
            <Checkbox
              key={scope}
              size="xs"
              label={scope}
              description={keys.scopes[scope]}
              checked={draft.scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </fieldset>
      <Checkbox
        size="xs"
        label={keys.serverOnly}
        description={keys.serverOnlyText}
        checked={draft.serverOnly}
        onChange={(event) => change({ serverOnly: event.currentTarget.checked })}
      />
      {!draft.serverOnly && (
        <Textarea
          label={keys.origins}
          description={keys.originsText}
          placeholder="https://app.example.com"
          autosize={false}
          rows={3}
          value={draft.origins}
          onChange={(event) => change({ origins: event.currentTarget.value })}
        />
      )}
      <Checkbox
        size="xs"
        label={keys.hidePersonal}
        description={keys.hidePersonalText}
        checked={draft.hidesPersonal}
        onChange={(event) => change({ hidesPersonal: event.currentTarget.checked })}
      />
    </>
  );
}
