/**
 * The palette of Ctrl K: all pages, and records found while typing. Records come last: they load later, and must not move
 * what Enter is about to open.
 */
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useRead } from '../api/queries.ts';
import type { AnswerOf } from '../api/routes.ts';
import { Icon, type IconName } from '../kit/icons.tsx';
import { useReadyFilters } from '../kit/ready-filters.ts';
import { useMessages } from '../messages/language.tsx';
import { useMe, useSetSearch, useTest } from './frame-context.tsx';
import { pagesFor } from './pages.ts';

type Hit = AnswerOf<'GET /search'>['data'][number];

const pageOfKind = {
  identity: 'people',
  company: 'companies',
  lead: 'leads',
  visitor: 'visitors',
} as const satisfies Record<Hit['kind'], IconName>;

const [store, { open }] = createSpotlight();

/** Missing in the types: makes the scroll area focusable, since its buttons are not. */
const scrolledByKeys = { viewportProps: { tabIndex: 0 } };

/** Not after the transition, since people type while it opens. */
const focusAtOnce = (input: HTMLInputElement | null) => input?.focus();

export function Palette({ onClose }: { onClose: () => void }) {
  const { frame } = useMessages();
  const [query, setQuery] = useState('');
  // Only if the store has it open too does it close on Escape or a click outside.
  useEffect(() => open(), []);
  return (
    <Spotlight.Root
      store={store}
      forceOpened
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={420}
      size={600}
      attributes={{ content: { 'aria-label': frame.palette.title } }}
    >
      <Spotlight.Search
        ref={focusAtOnce}
        aria-label={frame.palette.title}
        placeholder={frame.palette.placeholder}
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList {...scrolledByKeys}>
        <Results query={query} onClose={onClose} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Results({ query, onClose }: { query: string; onClose: () => void }) {
  const { frame } = useMessages();
  const test = useTest();
  const [searchText] = useDebouncedValue(query.trim(), 120);
  const hitsQuery = useRead(
    'GET /search',
    { query: { q: searchText.slice(0, 80), test } },
    { isEnabled: searchText !== '', keepsPrevious: true },
  );
  const hits = searchText === '' ? [] : (hitsQuery.data?.data ?? []);
  const commands = useCommands(query.trim().toLowerCase());
  const kinds = [...new Set(hits.map(({ kind }) => kind))];
  const first = commands.flatMap(({ actions }) => actions)[0]?.title ?? hits[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends only on the query and the first item.
  useLayoutEffect(selectFirst, [first, query]);
  const isNothing = hits.length === 0 && commands.every(({ actions }) => actions.length === 0);
  return (
    <>
      {commands
        .filter(({ actions }) => actions.length > 0)
        .map(({ label, actions }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {actions.map(({ title, icon, act }) => (
              <Spotlight.Action
                key={title}
                label={title}
                leftSection={<Icon name={icon} />}
                onClick={() => {
                  act();
                  onClose();
                }}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      {kinds.map((kind) => (
        <Spotlight.ActionsGroup key={kind} label={frame.palette.kinds[kind]}>
          {hits
            .filter((hit) => hit.kind === kind)
            .map((hit) => (
              <HitAction key={hit.id} hit={hit} onClose={onClose} />
            ))}
        </Spotlight.ActionsGroup>
      ))}
      {isNothing && !hitsQuery.isFetching && (
        <Spotlight.Empty>{frame.palette.nothing}</Spotlight.Empty>
      )}
    </>
  );
}

/** The library selects while typing, before the new list has rendered; Enter must open the first visible item. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

function HitAction({ hit, onClose }: { hit: Hit; onClose: () => void }) {
  const navigate = useNavigate();
  const { workspace } = useMe();
  const page = pageOfKind[hit.kind];
  return (
    <Spotlight.Action
      label={hit.title}
      description={hit.subtitle}
      leftSection={<Icon name={page} />}
      onClick={() => {
        onClose();
        void navigate({ to: `/app/${workspace.id}/${page}/${hit.id}` });
      }}
    />
  );
}

interface Command {
  title: string;
  icon: IconName;
  act: () => void;
}

/** Pages and switches with the typed text in their name. */
function useCommands(typed: string): { label: string; actions: Command[] }[] {
  const messages = useMessages();
  const { workspace, role } = useMe();
  const navigate = useNavigate();
  const set = useSetSearch();
  const test = useTest();
  const { toggleColorScheme } = useMantineColorScheme();
  const { palette } = messages.frame;
  const pages = pagesFor(role, workspace.features).flatMap((group) => group.pages);
  const go = (page: string) => () => void navigate({ to: `/app/${workspace.id}/${page}` });
  const matching = (commands: Command[]) =>
    commands.filter(({ title }) => title.toLowerCase().includes(typed));
  return [
    {
      label: palette.pages,
      actions: matching([
        ...pages.map(({ page }) => ({ title: messages[page].title, icon: page, act: go(page) })),
        { title: messages.account.title, icon: 'people', act: go('account') },
      ]),
    },
    {
      label: palette.questions,
      actions: matching(
        useReadyFilters()
          .ready.filter(({ page }) => pages.some((each) => each.page === page))
          .map(({ page, label, filter, sort }) => ({
            title: `${messages[page].title}: ${label}`,
            icon: page,
            act: () =>
              void navigate({
                to: `/app/${workspace.id}/${page}`,
                search: { filter, sort } as never,
              }),
          })),
      ),
    },
    {
      label: palette.actions,
      actions: matching([
        {
          title: palette.toggleTest,
          icon: 'test',
          act: () => set({ test: test ? undefined : true, page: undefined }),
        },
        { title: palette.toggleScheme, icon: 'moon', act: toggleColorScheme },
      ]),
    },
  ];
}
