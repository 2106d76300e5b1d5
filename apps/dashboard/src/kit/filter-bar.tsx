/**
 * A table's filter: its conditions, each to edit or remove, and the same as text. Conditions that the form cannot show
 * are edited as text.
 */

import type { RecordKind } from '@footfall/contract/filter-fields';
import type { ViewPage } from '@footfall/contract/views';
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ApiFault } from '../api/fault.ts';
import { useMessages } from '../messages/language.tsx';
import { useBase } from '../shell/base.ts';
import type { ChangeFilter, FilterSearch } from '../shell/frame-context.tsx';
import { draftOf } from './condition-draft.ts';
import { useConditionWords } from './condition-words.ts';
import classes from './filter-bar.module.css';
import { type FilterPart, faultOfFilter, joinParts, partsOf } from './filter-parts.ts';
import { Icon } from './icons.tsx';
import { MatchCount } from './match-count.tsx';
import { SavedViews } from './saved-views.tsx';
import { SkeletonBlock } from './skeletons.tsx';

/** Loaded when a condition is added or edited. */
const ConditionForm = lazy(async () => ({
  default: (await import('./condition-form.tsx')).ConditionForm,
}));

interface FilterBarProps {
  about: RecordKind;
  list: FilterSearch & { set: ChangeFilter };
  /** The service's error for the filter. */
  fault?: ApiFault | null;
  /** The page with saved views to offer beside it. */
  views?: ViewPage;
}

export function FilterBar({ about, list, fault, views }: FilterBarProps) {
  const { filters } = useMessages();
  const [isText, setText] = useState(false);
  const parts = partsOf(list.filter);
  const set = (change: (parts: FilterPart[]) => FilterPart[]) =>
    list.set(({ filter }) => ({ filter: joinParts(change(partsOf(filter) ?? [])) }));
  const isWritten = isText || parts === undefined;
  return (
    <search className={classes.bar} aria-label={filters.title}>
      {parts?.map((part, place) => (
        <Condition
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same text
          key={`${place} ${part.text}`}
          about={about}
          part={part}
          filterWith={(changed) => joinParts(parts.toSpliced(place, 1, changed))}
          onChange={(changed) => set((now) => withoutPart(now, part, changed))}
          onRemove={() => set((now) => withoutPart(now, part))}
          onText={() => setText(true)}
        />
      ))}
      {parts && (
        <AddCondition
          about={about}
          filterWith={(part) => joinParts([...parts, part])}
          onAdd={(part) => set((now) => [...now, part])}
        />
      )}
      <Button
        variant="subtle"
        color="gray"
        aria-expanded={isWritten}
        onClick={() => setText(!isText)}
      >
        {filters.asText}
      </Button>
      {views && <SavedViews page={views} />}
      {isWritten && <FilterText about={about} list={list} fault={issueOf(fault)} />}
    </search>
  );
}

/** Replaced by others, if given. */
function withoutPart(parts: FilterPart[], { text }: FilterPart, ...others: FilterPart[]) {
  const place = parts.findIndex((part) => part.text === text);
  return place < 0 ? parts : parts.toSpliced(place, 1, ...others);
}

function issueOf(fault: ApiFault | null | undefined): string | undefined {
  return fault?.issues.find(({ path }) => path.startsWith('query.filter'))?.message;
}

interface FilterTextProps extends Pick<FilterBarProps, 'about' | 'list'> {
  fault: string | undefined;
}

function FilterText({ about, list, fault }: FilterTextProps) {
  const { filters, common } = useMessages();
  const base = useBase();
  const [text, setText] = useState(list.filter ?? '');
  const applied = useRef(list.filter);
  // Keeps what was typed after the text was applied.
  useEffect(() => {
    if (list.filter !== applied.current) setText(list.filter ?? '');
    applied.current = list.filter;
  }, [list.filter]);
  const own = faultOfFilter(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (own) return;
    const filter = text.trim() || undefined;
    applied.current = filter;
    list.set(() => ({ filter }));
  };
  const message = own ? filters.faultAt(own.place, own.message) : fault;
  return (
    <form className={classes.text} onSubmit={submit}>
      <TextInput
        aria-label={filters.text}
        placeholder={filters.placeholder}
        value={text}
        maxLength={4000}
        spellCheck={false}
        autoComplete="off"
        error={message}
        classNames={{ input: classes.mono ?? '' }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={own !== undefined}>
        {common.apply}
      </Button>
      <a href={`${base}/docs/guides/filters`} target="_blank" rel="noopener">
        {filters.guide}
      </a>
      {text.trim() !== (list.filter ?? '') && <MatchCount about={about} filter={text.trim()} />}
    </form>
  );
}

/** The whole filter with this condition. */
type FilterWith = (part: FilterPart) => string | undefined;

interface AddConditionProps {
  about: RecordKind;
  filterWith: FilterWith;
  onAdd: (part: FilterPart) => void;
}

function AddCondition(props: AddConditionProps) {
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
        <Suspense fallback={<SkeletonBlock height={160} />}>
          <ConditionForm
            about={props.about}
            filterWith={props.filterWith}
            onDone={(part) => {
              setOpen(false);
              props.onAdd(part);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ConditionProps {
  about: RecordKind;
  part: FilterPart;
  filterWith: FilterWith;
  onChange: (part: FilterPart) => void;
  onRemove: () => void;
  /** Shows the whole filter as text. */
  onText: () => void;
}

function Condition(props: ConditionProps) {
  const { about, part, filterWith, onChange, onRemove, onText } = props;
  const { filters } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const words = useConditionWords(about, [part])(part);
  const draft = draftOf(about, part);
  return (
    <span className={classes.condition}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus withRoles>
        <Popover.Target>
          <button
            type="button"
            className={classes.words}
            aria-label={filters.editCondition(words)}
            title={part.text}
            onClick={draft ? () => setOpen(!isOpen) : onText}
          >
            {words}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <Suspense fallback={<SkeletonBlock height={160} />}>
            <ConditionForm
              about={about}
              draft={draft}
              filterWith={filterWith}
              onDone={(changed) => {
                setOpen(false);
                onChange(changed);
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <ActionIcon size="xs" aria-label={filters.removeCondition(words)} onClick={onRemove}>
        <Icon name="close" size={10} />
      </ActionIcon>
    </span>
  );
}
