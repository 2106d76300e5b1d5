/** One condition: a field, an operator and values; or an event criterion. */
import '@mantine/core/styles/NumberInput.css';
import type { Did } from '@footfall/contract/filter';
import {
  canDo,
  filterFields,
  filterRelations,
  type RecordKind,
} from '@footfall/contract/filter-fields';
import { Button, Checkbox, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Messages } from '../messages/en.ts';
import { useMessages } from '../messages/language.tsx';
import { type CodedValues, useCodedValues } from './coded-values.ts';
import {
  comparatorsOf,
  type Draft,
  didField,
  emptyDraft,
  kindOfDraft,
  partOfDraft,
} from './condition-draft.ts';
import { fieldWords } from './condition-words.ts';
import type { FilterPart } from './filter-parts.ts';
import { MatchCount } from './match-count.tsx';

interface ConditionFormProps {
  about: RecordKind;
  /** The condition being edited. */
  draft?: Draft | undefined;
  /** The whole filter with this condition, to show its number of matches. */
  filterWith: (part: FilterPart) => string | undefined;
  onDone: (part: FilterPart) => void;
}

export function ConditionForm(props: ConditionFormProps) {
  const { about, filterWith, onDone } = props;
  const words = useMessages();
  const { filters, common } = words;
  const [draft, setDraft] = useState(() => props.draft ?? emptyDraft(about));
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const first = useRef<HTMLSelectElement>(null);
  // Renders later than its popover, which had nothing to focus.
  useEffect(() => first.current?.focus(), []);
  const made = partOfDraft(about, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (made) onDone(made);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" w={270}>
        <NativeSelect
          ref={first}
          label={filters.field}
          value={draft.field}
          data={fieldChoices(about, words)}
          onChange={(event) => change({ field: event.currentTarget.value, comparator: undefined })}
        />
        {draft.field === didField ? (
          <DidFields draft={draft} change={change} />
        ) : (
          <ComparisonFields about={about} draft={draft} change={change} />
        )}
        <Checkbox
          size="xs"
          label={filters.negated}
          checked={draft.isNegated}
          onChange={(event) => change({ isNegated: event.currentTarget.checked })}
        />
        {made && <MatchCount about={about} filter={filterWith(made)} />}
        <Button type="submit" disabled={!made}>
          {common.apply}
        </Button>
      </Stack>
    </form>
  );
}

interface FieldsProps {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
}

function ComparisonFields({ about, draft, change }: FieldsProps & { about: RecordKind }) {
  const { filters, common } = useMessages();
  const kind = kindOfDraft(about, draft);
  const comparators = comparatorsOf(kind);
  const comparator = draft.comparator ?? comparators[0] ?? '=';
  const coded = useCodedValues(about)(draft.field);
  const choices = choicesOf(coded, comparator, draft.value);
  const hasValue = comparator !== 'there' && comparator !== 'not-there';
  return (
    <>
      {kind === 'object' && (
        <TextInput
          label={filters.key}
          value={draft.key}
          required
          onChange={(event) => change({ key: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={filters.comparison}
        value={comparator}
        data={comparators.map((value) => ({ value, label: filters.comparators[value] }))}
        onChange={(event) =>
          change({ comparator: event.currentTarget.value as Draft['comparator'] })
        }
      />
      {hasValue && kind === 'boolean' && (
        <NativeSelect
          label={filters.value}
          value={draft.value}
          data={[
            { value: 'true', label: common.yes },
            { value: 'false', label: common.no },
          ]}
          onChange={(event) => change({ value: event.currentTarget.value })}
        />
      )}
      {hasValue && kind !== 'boolean' && choices && (
        <NativeSelect
          label={filters.value}
          value={draft.value}
          data={[
            { value: '', label: '' },
            ...choices.map((value) => ({ value, label: coded?.word(value) ?? value })),
          ]}
          data-autofocus
          onChange={(event) => change({ value: event.currentTarget.value })}
        />
      )}
      {hasValue && kind !== 'boolean' && !choices && (
        <TextInput
          label={filters.value}
          description={comparator === 'in' ? filters.listHint : undefined}
          type={kind === 'time' ? 'date' : 'text'}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          value={draft.value}
          maxLength={500}
          data-autofocus
          onChange={(event) => change({ value: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** Available values, and any that was entered as text before. */
function choicesOf(
  coded: CodedValues | undefined,
  comparator: Draft['comparator'],
  value: string,
): readonly string[] | undefined {
  if (!coded?.choices || (comparator !== '=' && comparator !== '!=')) return undefined;
  const choices = coded.choices();
  return value === '' || choices.includes(value) ? choices : [value, ...choices];
}

function DidFields({ draft, change }: FieldsProps) {
  const { filters } = useMessages();
  const set = (changed: Partial<Did>) => change({ did: { ...draft.did, ...changed } });
  return (
    <>
      <TextInput
        label={filters.didEvent}
        value={draft.did.did}
        required
        maxLength={200}
        onChange={(event) => set({ did: event.currentTarget.value })}
      />
      <TextInput
        label={filters.where}
        placeholder="/pricing*"
        value={draft.value}
        maxLength={500}
        onChange={(event) => change({ value: event.currentTarget.value })}
      />
      <NumberInput
        label={filters.didTimes}
        value={draft.did.at_least ?? 1}
        min={1}
        max={1000}
        onChange={(count) => set({ at_least: Number(count) || 1 })}
      />
      <TextInput
        label={filters.didWithin}
        description={filters.didWithinHint}
        value={draft.did.within ?? ''}
        onChange={(event) => set({ within: event.currentTarget.value })}
      />
    </>
  );
}

function fieldChoices(about: RecordKind, words: Messages) {
  const { filters } = words;
  const relations: readonly RecordKind[] = filterRelations[about];
  // Shows the selected option without its group.
  const choice = (path: string) => ({ value: path, label: fieldWords(about, path, words) });
  return [
    ...(canDo.has(about) ? [{ value: didField, label: filters.did }] : []),
    { group: filters.relations[about], items: Object.keys(filterFields[about]).map(choice) },
    ...relations.map((relation) => ({
      group: filters.of(filters.relations[relation]),
      items: [
        choice(relation),
        ...Object.keys(filterFields[relation]).map((name) => choice(`${relation}.${name}`)),
      ],
    })),
  ];
}
