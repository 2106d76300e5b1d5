/**
 * The filter of a table: its conditions one by one, each to be changed or taken away, and beside them the same as text.
 * What the builder cannot show as a condition of its own is shown as its text, and stays what it is.
 */

import type { RecordKind } from '@footfall/contract/filter-fields';
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { ApiFault } from '../api/fault.ts';
import { useMessages } from '../messages/language.tsx';
import { useBase } from '../shell/base.ts';
import type { ListState } from '../shell/frame-context.tsx';
import { ConditionForm } from './condition-form.tsx';
import classes from './filter-bar.module.css';
import { type FilterPart, faultOfFilter, joinParts, partsOf } from './filter-parts.ts';
import { Icon } from './icons.tsx';

interface FilterBarProps {
  about: RecordKind;
  list: Pick<ListState, 'filter' | 'set'>;
  /** What the service said to the filter. */
  fault?: ApiFault | null;
}

export function FilterBar({ about, list, fault }: FilterBarProps) {
  const { filters } = useMessages();
  const [isText, setText] = useState(false);
  const parts = partsOf(list.filter);
  const set = (changed: FilterPart[]) => list.set({ filter: joinParts(changed) });
  const isWritten = isText || parts === undefined;
  return (
    <search className={classes.bar} aria-label={filters.title}>
      {parts?.map((part, place) => (
        <Condition
          key={part.text}
          about={about}
          part={part}
          onChange={(changed) => set(parts.toSpliced(place, 1, changed))}
          onRemove={() => set(parts.toSpliced(place, 1))}
        />
      ))}
      {parts && <AddCondition about={about} onAdd={(part) => set([...parts, part])} />}
      <Button
        variant="subtle"
        color="gray"
        aria-expanded={isWritten}
        onClick={() => setText(!isText)}
      >
        {filters.asText}
      </Button>
      {isWritten && <FilterText list={list} fault={issueOf(fault)} />}
    </search>
  );
}

function issueOf(fault: ApiFault | null | undefined): string | undefined {
  return fault?.issues.find(({ path }) => path.startsWith('query.filter'))?.message;
}

function FilterText({
  list,
  fault,
}: Omit<FilterBarProps, 'about' | 'fault'> & { fault: string | undefined }) {
  const { filters, common } = useMessages();
  const base = useBase();
  const [text, setText] = useState(list.filter ?? '');
  useEffect(() => setText(list.filter ?? ''), [list.filter]);
  const own = faultOfFilter(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!own) list.set({ filter: text.trim() || undefined });
  };
  const told = own ? filters.faultAt(own.place, own.message) : fault;
  return (
    <form className={classes.text} onSubmit={submit}>
      <TextInput
        aria-label={filters.text}
        placeholder={filters.placeholder}
        value={text}
        maxLength={4000}
        spellCheck={false}
        autoComplete="off"
        error={told}
        classNames={{ input: classes.mono ?? '' }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={own !== undefined}>
        {common.apply}
      </Button>
      <a href={`${base}/docs/guides/filters`} target="_blank" rel="noopener">
        {filters.guide}
      </a>
    </form>
  );
}

function AddCondition(props: { about: RecordKind; onAdd: (part: FilterPart) => void }) {
  const { filters } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus withRoles>
      <Popover.Target>
        <Button
          variant="default"
          data-filter
          leftSection={<Icon name="filter" />}
          onClick={() => setOpen(!isOpen)}
        >
          {filters.addCondition}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ConditionForm
          about={props.about}
          onDone={(part) => {
            setOpen(false);
            props.onAdd(part);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ConditionProps {
  about: RecordKind;
  part: FilterPart;
  onChange: (part: FilterPart) => void;
  onRemove: () => void;
}

function Condition({ about, part, onChange, onRemove }: ConditionProps) {
  const { filters } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={classes.condition}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus withRoles>
        <Popover.Target>
          <button
            type="button"
            className={classes.words}
            disabled={!part.condition}
            aria-label={filters.editCondition(part.text)}
            onClick={() => setOpen(!isOpen)}
          >
            {part.text}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <ConditionForm
            about={about}
            part={part}
            onDone={(changed) => {
              setOpen(false);
              onChange(changed);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <ActionIcon size="xs" aria-label={filters.removeCondition(part.text)} onClick={onRemove}>
        <Icon name="close" size={10} />
      </ActionIcon>
    </span>
  );
}
