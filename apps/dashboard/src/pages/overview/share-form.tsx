import type { ShareReveal } from '@footfall/contract/shares';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Fault } from '../../kit/fault.tsx';
import classes from '../../kit/fields.module.css';
import { FilterWords } from '../../kit/filter-words.tsx';
import { Protection, RangeChoice, ShareName, useEndsToday } from '../../kit/share-fields.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe, usePeriod, useShownParts, useTest } from '../../shell/frame-context.tsx';
import type { OverviewState } from './overview-search.ts';
import { bodyOf, revealsAmong, type ShareDraft, wholeFilter } from './share-draft.ts';

interface ShareFormProps {
  state: OverviewState;
  onMade: (share: AnswerOf<'POST /shares'>['data']) => void;
}

export function ShareForm({ state, onMade }: ShareFormProps) {
  const { share } = useMessages();
  const { workspace } = useMe();
  const period = usePeriod();
  const test = useTest();
  const offered = revealsAmong(useShownParts());
  const filter = wholeFilter(state.filter, state.by);
  const create = useChange('POST /shares', ['GET /shares']);
  const endsToday = useEndsToday();
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
        <ShareName terms={draft} change={change} />
        <RangeChoice terms={draft} change={change} />
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
        <Protection terms={draft} change={change} />
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
