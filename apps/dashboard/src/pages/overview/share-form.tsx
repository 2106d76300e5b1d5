import '@mantine/core/styles/PasswordInput.css';
import type { ShareReveal } from '@footfall/contract/shares';
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Fault } from '../../kit/fault.tsx';
import classes from '../../kit/fields.module.css';
import { FilterWords } from '../../kit/filter-words.tsx';
import { useMessages, useSpeech } from '../../messages/language.tsx';
import { useMe, usePeriod, useTest, useTold } from '../../shell/frame-context.tsx';
import { addDays, dayOf } from '../../shell/periods.ts';
import type { OverviewState } from './overview-search.ts';
import {
  bodyOf,
  type Expiry,
  expiries,
  revealsAmong,
  type ShareDraft,
  wholeFilter,
} from './share-draft.ts';

interface ShareFormProps {
  state: OverviewState;
  onMade: (share: AnswerOf<'POST /shares'>['data']) => void;
}

export function ShareForm({ state, onMade }: ShareFormProps) {
  const { share } = useMessages();
  const { workspace } = useMe();
  const period = usePeriod();
  const test = useTest();
  const offered = revealsAmong(useTold());
  const filter = wholeFilter(state.filter, state.by);
  const create = useChange('POST /shares', ['GET /shares']);
  const endsToday = addDays(period.until, -1) >= dayOf(Date.now(), period.timeZone);
  const [draft, setDraft] = useState<ShareDraft>(() => ({
    name: share.usualName(workspace.name).slice(0, 200),
    isRolling: endsToday,
    isFiltered: filter !== undefined,
    reveals: offered.filter((name) => name !== 'companies'),
    password: '',
    expiry: 'never',
  }));
  const change = (changed: Partial<ShareDraft>) => setDraft({ ...draft, ...changed });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { input: { body: bodyOf(draft, { period, filter, test }) } },
      { onSuccess: ({ body }) => onMade(body.data) },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={share.name}
          required
          maxLength={200}
          value={draft.name}
          data-autofocus
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <RangeChoice isRolling={draft.isRolling} onChange={(isRolling) => change({ isRolling })} />
        {filter !== undefined && (
          <Checkbox
            size="xs"
            label={share.filter}
            description={<FilterWords about="visit" filter={filter} />}
            checked={draft.isFiltered}
            onChange={(event) => change({ isFiltered: event.currentTarget.checked })}
          />
        )}
        <Reveals
          offered={offered}
          chosen={draft.reveals}
          onChange={(reveals) => change({ reveals })}
        />
        <Protection draft={draft} change={change} />
        {create.error && <Fault fault={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={draft.name.trim() === ''} loading={create.isPending}>
            {share.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface RangeChoiceProps {
  isRolling: boolean;
  onChange: (isRolling: boolean) => void;
}

function RangeChoice({ isRolling, onChange }: RangeChoiceProps) {
  const { share } = useMessages();
  const { language } = useSpeech();
  const { since, until, days } = usePeriod();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const range = day.formatRange(Date.parse(since), Date.parse(addDays(until, -1)));
  return (
    <NativeSelect
      size="sm"
      label={share.range}
      value={isRolling ? 'rolling' : 'fixed'}
      data={[
        { value: 'rolling', label: share.rolling(days) },
        { value: 'fixed', label: share.fixed(range) },
      ]}
      onChange={(event) => onChange(event.currentTarget.value === 'rolling')}
    />
  );
}

interface RevealsProps {
  offered: ShareReveal[];
  chosen: ShareReveal[];
  onChange: (chosen: ShareReveal[]) => void;
}

function Reveals({ offered, chosen, onChange }: RevealsProps) {
  const { share } = useMessages();
  return (
    <fieldset className={classes.fields} aria-label={share.reveals}>
      <legend>
        <Text size="sm" fw={500}>
          {share.reveals}
        </Text>
      </legend>
      <Stack gap={6}>
        {offered.map((reveal) => (
          <Checkbox
            key={reveal}
            size="xs"
            label={share.revealTexts[reveal]}
            checked={chosen.includes(reveal)}
            onChange={(event) => {
              const isChosen = event.currentTarget.checked;
              onChange(
                offered.filter((name) => (name === reveal ? isChosen : chosen.includes(name))),
              );
            }}
          />
        ))}
      </Stack>
    </fieldset>
  );
}

interface ProtectionProps {
  draft: ShareDraft;
  change: (changed: Partial<ShareDraft>) => void;
}

function Protection({ draft, change }: ProtectionProps) {
  const { door, share } = useMessages();
  return (
    <>
      <PasswordInput
        visibilityToggleButtonProps={{ 'aria-label': door.showPassword }}
        size="sm"
        label={share.passwordOptional}
        description={share.passwordHint}
        autoComplete="new-password"
        minLength={8}
        maxLength={200}
        value={draft.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <NativeSelect
        size="sm"
        label={share.expires}
        value={draft.expiry}
        data={(Object.keys(expiries) as Expiry[]).map((value) => ({
          value,
          label: share.expiries[value],
        }))}
        onChange={(event) => change({ expiry: event.currentTarget.value as Expiry })}
      />
    </>
  );
}
