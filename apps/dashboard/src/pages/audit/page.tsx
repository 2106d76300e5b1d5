import type { ActorType } from '@footfall/contract/audit';
import { beginningOf } from '@footfall/contract/day-beginning';
import { Group, NativeSelect } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';
import { type Column, RecordTable, rowsIn } from '../../kit/record-table.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages, useSpeech } from '../../messages/language.tsx';
import { useListState, usePeriod, useSetSearch } from '../../shell/frame-context.tsx';
import { pageQuery } from '../../shell/list-query.ts';
import { type RawSearch, textOf } from '../../shell/search.ts';
import { Changed } from './changed.tsx';

type Entry = AnswerOf<'GET /audit-log'>['data'][number];
type Sort = 'created_at' | '-created_at';

const actorTypes = ['key', 'member', 'command'] as const satisfies ActorType[];

/** Who changed what; read-only. */
export function AuditPage() {
  const { audit } = useMessages();
  const list = useListState({ sort: '-created_at' });
  const raw: RawSearch = useSearch({ strict: false });
  const { since, until, timeZone } = usePeriod();
  const actor = actorTypes.find((type) => type === raw.actor);
  const [resource, action] = [textOf(raw.resource), textOf(raw.action)];
  const entries = useRead(
    'GET /audit-log',
    {
      query: {
        ...(actor && { actor_type: actor }),
        ...(resource && { resource_type: resource }),
        ...(action && { action }),
        created_after: beginningOf(since, timeZone),
        created_before: beginningOf(until, timeZone),
        ...pageQuery<Sort>(list),
      },
    },
    { keepsPrevious: true },
  );
  return (
    <Page title={audit.title} hasPeriod>
      <AuditFilters actor={actor} resource={resource} action={action} />
      <RecordTable
        label={audit.title}
        columns={useColumns()}
        idOf={({ id }) => id}
        {...rowsIn(entries)}
        list={list}
        empty={<Empty icon="audit" title={audit.empty} text={audit.emptyText} />}
      />
    </Page>
  );
}

interface AuditFiltersProps {
  actor: ActorType | undefined;
  resource: string | undefined;
  action: string | undefined;
}

function AuditFilters({ actor, resource, action }: AuditFiltersProps) {
  const { audit } = useMessages();
  const set = useSetSearch();
  const change = (changed: RawSearch) => set({ ...changed, page: undefined }, { replace: true });
  return (
    <Group gap="xs" mb="sm" role="search" aria-label={audit.filters}>
      <NativeSelect
        aria-label={audit.who}
        value={actor ?? ''}
        data={[
          { value: '', label: audit.anybody },
          ...actorTypes.map((value) => ({ value, label: audit.actors[value] })),
        ]}
        onChange={(event) => change({ actor: event.currentTarget.value })}
      />
      <Choice
        label={audit.resource}
        value={resource}
        all={audit.anyResource}
        words={audit.resources}
        onChange={(value) => change({ resource: value })}
      />
      <Choice
        label={audit.action}
        value={action}
        all={audit.anyAction}
        words={audit.actions}
        onChange={(value) => change({ action: value })}
      />
    </Group>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  all: string;
  words: Record<string, string>;
  onChange: (value: string) => void;
}

/** Filters by the log's codes, shown in words; an unknown code in the URL stays selected. */
function Choice({ label, value = '', all, words, onChange }: ChoiceProps) {
  const { language } = useSpeech();
  const options = Object.entries(words).sort(([, a], [, b]) => a.localeCompare(b, language));
  const isOther = value !== '' && !(value in words);
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      data={[
        { value: '', label: all },
        ...(isOther ? [value] : []),
        ...options.map(([code, word]) => ({ value: code, label: word })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function useColumns(): Column<Entry>[] {
  const { audit } = useMessages();
  return [
    {
      id: 'action',
      title: audit.action,
      cell: ({ action }) => <span title={action}>{audit.actions[action] ?? action}</span>,
    },
    {
      id: 'who',
      title: audit.who,
      isNarrow: true,
      cell: ({ actor_type, actor_name }) => actor_name || audit.actors[actor_type],
    },
    {
      id: 'what',
      title: audit.resource,
      cell: ({ resource_type, resource_id }) => (
        <span title={resource_id ?? undefined}>
          {audit.resources[resource_type] ?? resource_type}
        </span>
      ),
    },
    {
      id: 'fields',
      title: audit.fields,
      cell: ({ fields, changes }) => <Changed fields={fields} changes={changes} />,
    },
    { id: 'ip', title: audit.ip, isOptional: true, cell: ({ ip }) => ip },
    {
      id: 'agent',
      title: audit.userAgent,
      isOptional: true,
      cell: ({ user_agent }) => user_agent,
    },
    {
      id: 'when',
      title: audit.when,
      sort: 'created_at',
      isNarrow: true,
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
}
