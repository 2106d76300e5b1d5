import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { Answered } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import classes from '../../kit/fields.module.css';
import { sayDone } from '../../kit/toasts.ts';
import { TypedConfirmation } from '../../kit/typed-confirmation.tsx';
import { useMessages } from '../../messages/language.tsx';

type SettingsRecord = Answered<'GET /settings'>;
export type Settings = AnswerOf<'GET /settings'>['data'];
type SettingsChange = NonNullable<InputOf<'PATCH /settings'>['body']>;

export interface SettingPartProps {
  record: SettingsRecord;
  isReadOnly: boolean;
}

interface SettingFormProps<Draft> extends SettingPartProps {
  title: string;
  /** What of the settings this part is about, as its fields hold it. */
  draftOf: (settings: Settings) => Draft;
  changeOf: (draft: Draft) => SettingsChange;
  /** What cannot be taken back of a draft, in words: it is asked for once more, with the name of the workspace. */
  warningOf?: (draft: Draft) => { title: string; text: string } | undefined;
  children: (draft: Draft, change: (changed: Partial<Draft>) => void) => ReactNode;
}

/** A part of the settings that is saved by itself, unless somebody else was faster. */
export function SettingForm<Draft extends object>(props: SettingFormProps<Draft>) {
  const { title, record, isReadOnly, draftOf, changeOf, warningOf, children } = props;
  const { common, settings } = useMessages();
  const saved = draftOf(record.body.data);
  const savedText = JSON.stringify(saved);
  const [draft, setDraft] = useState(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored counts by what it says
  useEffect(() => setDraft(saved), [savedText]);
  const save = useChange('PATCH /settings', [
    'GET /settings',
    'GET /settings/retention',
    'GET /me',
  ]);
  const isChanged = JSON.stringify(draft) !== savedText;
  const [isWarned, setWarned] = useState(false);
  const warning = isWarned ? warningOf?.(draft) : undefined;
  const send = () => {
    setWarned(false);
    const ifMatch = record.etag === undefined ? {} : { ifMatch: record.etag };
    save.mutate(
      { input: { body: changeOf(draft) }, ...ifMatch },
      { onSuccess: () => sayDone(settings.saved) },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (warningOf?.(draft)) setWarned(true);
    else send();
  };
  return (
    <Card title={title}>
      <form onSubmit={submit}>
        <fieldset className={classes.fields} disabled={isReadOnly} aria-label={title}>
          <Stack gap="sm">
            {children(draft, (changed) => setDraft({ ...draft, ...changed }))}
            {save.error && <Fault fault={save.error} />}
            {!isReadOnly && (
              <Group gap="xs">
                <Button type="submit" disabled={!isChanged} loading={save.isPending}>
                  {common.save}
                </Button>
                {isChanged && (
                  <Button variant="default" onClick={() => setDraft(saved)}>
                    {common.cancel}
                  </Button>
                )}
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
      {warning && (
        <TypedConfirmation
          {...warning}
          word={record.body.data.name}
          action={common.save}
          isPending={save.isPending}
          onConfirm={send}
          onClose={() => setWarned(false)}
        />
      )}
    </Card>
  );
}
