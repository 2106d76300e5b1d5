import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Answered } from '../../api/call.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';
import { Card } from '../../kit/card.tsx';
import { ConflictDialog } from '../../kit/conflict-dialog.tsx';
import { useEdit } from '../../kit/edit.ts';
import { Fault } from '../../kit/fault.tsx';
import classes from '../../kit/fields.module.css';
import { isObject, isSame, type JsonObject } from '../../kit/json-object.ts';
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
  /** The settings of this part, as form state. */
  draftOf: (settings: Settings) => Draft;
  changeOf: (draft: Draft) => SettingsChange;
  /** A warning about irreversible changes, confirmed by typing the workspace's name. */
  warningOf?: (draft: Draft) => { title: string; text: string } | undefined;
  children: (draft: Draft, change: (changed: Partial<Draft>) => void) => ReactNode;
}

/** A draft, with the settings it is based on. */
interface Edited<Draft> {
  draft: Draft;
  seen: SettingsRecord;
}

/** A part of the settings with its own save button. Keeps the draft if somebody else saves first. */
export function SettingForm<Draft extends object>(props: SettingFormProps<Draft>) {
  const { title, record, isReadOnly, draftOf, changeOf, warningOf, children } = props;
  const { common } = useMessages();
  const [edited, setEdited] = useState<Edited<Draft>>();
  const { draft, seen } = edited ?? { draft: draftOf(record.body.data), seen: record };
  const changes = changesBetween(changeOf(draftOf(seen.body.data)), changeOf(draft));
  const isChanged = edited !== undefined && Object.keys(changes).length > 0;
  const [fault, setFault] = useState<Error>();
  const forget = () => {
    setEdited(undefined);
    setFault(undefined);
  };
  const [isWarned, setWarned] = useState(false);
  const warning = isWarned ? warningOf?.(draft) : undefined;
  const edit = useEdit({
    read: 'GET /settings',
    change: 'PATCH /settings',
    record,
    outdates: ['GET /settings', 'GET /settings/retention', 'GET /me'],
    onEnd: forget,
    onFault: setFault,
    isFinal: warningOf?.(draft) !== undefined,
  });
  const send = () => {
    setWarned(false);
    edit.save(changes, seen);
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
            {children(draft, (changed) => setEdited({ seen, draft: { ...draft, ...changed } }))}
            {fault && <Fault fault={fault} />}
            {!isReadOnly && (
              <Group gap="xs">
                <Button type="submit" disabled={!isChanged} loading={edit.isSaving}>
                  {common.save}
                </Button>
                {isChanged && (
                  <Button variant="default" onClick={forget}>
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
          isPending={edit.isSaving}
          onConfirm={send}
          onClose={() => setWarned(false)}
        />
      )}
      <ConflictDialog conflict={edit.conflict} />
    </Card>
  );
}

/** New values of changed fields, also nested: only these can conflict with others' changes. */
function changesBetween(before: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const was = before[name];
      if (isSame(value, was)) return [];
      const isMerged = isObject(value) && isObject(was);
      return [[name, isMerged ? changesBetween(was, value) : value]];
    }),
  );
}
