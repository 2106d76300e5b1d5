/** Saved views of a page, beside its filter: choose, save, share, delete. */
import { type SharedTablePage, sharedTablePages } from '@footfall/contract/shared-tables';
import type { View, ViewPage } from '@footfall/contract/views';
import { ActionIcon, Button, Popover, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useChange, useRead } from '../api/queries.ts';
import { useMessages } from '../messages/language.tsx';
import { useMay, useMe, useSetSearch } from '../shell/frame-context.tsx';
import type { RawSearch } from '../shell/search.ts';
import { Icon } from './icons.tsx';
import { Mark } from './mark.tsx';
import classes from './saved-views.module.css';
import { sayDone, sayFault } from './toasts.ts';
import { ViewDialog } from './view-dialog.tsx';
import { isSameView, searchOf, viewOf } from './view-search.ts';

const ShareViewDialog = lazy(() =>
  import('./share-view-dialog.tsx').then((all) => ({ default: all.ShareViewDialog })),
);

/** More than anybody can choose from. */
const mostShown = 100;

export function SavedViews({ page }: { page: ViewPage }) {
  const { views: words } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<View | 'new'>();
  const [linked, setLinked] = useState<View>();
  const sharable = sharedTablePages.find((name) => name === page);
  const [chosenId, setChosenId] = useState<string>();
  const set = useSetSearch();
  const seen = viewOf(useSearch({ strict: false }) as RawSearch);
  const { data } = useRead('GET /views', { query: { page, limit: mostShown } });
  const views = data?.data ?? [];
  const current = views.find((view) => isSameView(view, seen));
  const chosen = current ?? views.find(({ id }) => id === chosenId);
  const edit = (view: View | 'new') => {
    setOpen(false);
    setEdited(view);
  };
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus withRoles>
        <Popover.Target>
          <Button
            className={classes.views ?? ''}
            variant="subtle"
            color="gray"
            leftSection={<Icon name="star" />}
            rightSection={<Icon name="chevronDown" size={12} />}
            onClick={() => setOpen(!isOpen)}
          >
            {current?.name ?? words.title}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs" w={280}>
            <ViewList
              views={views}
              current={current}
              onEdit={edit}
              onChoose={(view) => {
                setOpen(false);
                setChosenId(view.id);
                set(searchOf(view));
              }}
            />
            <SaveOver view={chosen} isSame={chosen === current} seen={seen} />
            <Button variant="default" size="compact-sm" onClick={() => edit('new')}>
              {words.saveAs}
            </Button>
            <ShareByLink
              page={sharable}
              view={current}
              onShare={(view) => {
                setOpen(false);
                setLinked(view);
              }}
            />
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {edited && (
        <ViewDialog
          page={page}
          view={edited === 'new' ? undefined : edited}
          seen={seen}
          onSaved={setChosenId}
          onClose={() => setEdited(undefined)}
        />
      )}
      <Suspense>
        {sharable && linked && (
          <ShareViewDialog page={sharable} view={linked} onClose={() => setLinked(undefined)} />
        )}
      </Suspense>
    </>
  );
}

interface ViewListProps {
  views: View[];
  current: View | undefined;
  onChoose: (view: View) => void;
  onEdit: (view: View) => void;
}

function ViewList({ views, ...props }: ViewListProps) {
  const { views: words } = useMessages();
  const me = useMe();
  const own = views.filter(({ owner }) => owner.id === me.user.id);
  const others = views.filter(({ owner }) => owner.id !== me.user.id);
  if (views.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.none}
      </Text>
    );
  }
  return (
    <>
      <Group title={words.own} views={own} {...props} />
      <Group title={words.ofOthers} views={others} {...props} />
    </>
  );
}

function Group({ title, views, current, onChoose, onEdit }: ViewListProps & { title: string }) {
  const { views: words } = useMessages();
  const mayChange = useMayChange();
  if (views.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <ul className={classes.list}>
        {views.map((view) => (
          <li key={view.id}>
            <button
              type="button"
              className={classes.name}
              aria-current={view === current}
              onClick={() => onChoose(view)}
            >
              {view.name}
              {view.shared && (
                <>
                  {' '}
                  <Mark look="accent">{words.shared}</Mark>
                </>
              )}
            </button>
            {mayChange(view) && (
              <ActionIcon
                size="sm"
                variant="subtle"
                aria-label={words.editOne(view.name)}
                onClick={() => onEdit(view)}
              >
                <Icon name="edit" size={13} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SaveOverProps {
  view: View | undefined;
  isSame: boolean;
  seen: ReturnType<typeof viewOf>;
}

/** The chosen view, with unsaved changes. */
function SaveOver({ view, isSame, seen }: SaveOverProps) {
  const { views: words, common } = useMessages();
  const mayChange = useMayChange();
  const change = useChange('PATCH /views/{id}', ['GET /views']);
  if (!view || isSame || !mayChange(view)) return null;
  return (
    <Button
      variant="light"
      size="compact-sm"
      loading={change.isPending}
      onClick={() =>
        change.mutate(
          { input: { params: { id: view.id }, body: seen } },
          {
            onSuccess: () => sayDone(words.saved(view.name)),
            onError: (fault) => sayFault(fault, common),
          },
        )
      }
    >
      {words.saveOver(view.name)}
    </Button>
  );
}

interface ShareByLinkProps {
  page: SharedTablePage | undefined;
  view: View | undefined;
  onShare: (view: View) => void;
}

/** A view can be shared with people without an account once it is saved. */
function ShareByLink({ page, view, onShare }: ShareByLinkProps) {
  const { views: words } = useMessages();
  const mayShare = useMay('admin', 'member');
  if (!page || !mayShare) return null;
  if (!view) {
    return (
      <Text size="xs" c="dimmed">
        {words.saveToShare}
      </Text>
    );
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon name="share" size={13} />}
      onClick={() => onShare(view)}
    >
      {words.shareByLink(view.name)}
    </Button>
  );
}

/** Own views; administrators may also change shared ones. */
function useMayChange() {
  const { user, role } = useMe();
  return ({ owner, shared }: View) => owner.id === user.id || (shared && role === 'admin');
}
