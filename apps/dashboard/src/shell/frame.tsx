/** The frame of every workspace page: location, navigation, and the kind of data shown. */
import { ActionIcon, Burger, Button, Drawer } from '@mantine/core';
import { Link, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../kit/icons.tsx';
import { useMessages } from '../messages/language.tsx';
import { ArrivalGreeted } from './first-arrival.tsx';
import classes from './frame.module.css';
import { useMe, useSetSearch, useTest } from './frame-context.tsx';
import { Navigation } from './navigation.tsx';
import { pagesFor } from './pages.ts';
import { Proof } from './proof.tsx';
import { useKeys } from './use-keys.ts';

const loadPalette = () => import('./palette.tsx').then((all) => ({ default: all.Palette }));
const Palette = lazy(loadPalette);
const KeyboardHelp = lazy(() =>
  import('./keyboard-help.tsx').then((all) => ({ default: all.KeyboardHelp })),
);

type Overlay = 'palette' | 'keys' | 'pages' | undefined;

export function Frame() {
  const { frame } = useMessages();
  const [overlay, setOverlay] = useState<Overlay>();
  const close = () => setOverlay(undefined);
  useFrameKeys(setOverlay);
  useEffect(() => {
    // Preloaded, so that it catches the first letter typed after its key.
    const timer = setTimeout(() => void loadPalette(), 1000);
    return () => clearTimeout(timer);
  }, []);
  useOtherPages();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: changing the page closes the navigation
  useEffect(() => setOverlay((open) => (open === 'pages' ? undefined : open)), [path]);
  const navigation = (
    <Navigation onSearch={() => setOverlay('palette')} onHelp={() => setOverlay('keys')} />
  );
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {frame.skip}
      </a>
      <aside className={classes.side}>{navigation}</aside>
      <section className={classes.bar} aria-label={frame.workspace}>
        <Burger
          size="sm"
          opened={overlay === 'pages'}
          aria-label={frame.openNavigation}
          onClick={() => setOverlay('pages')}
        />
        <strong className={classes.where}>{useMe().workspace.name}</strong>
        <ActionIcon
          size="lg"
          aria-label={frame.palette.title}
          onClick={() => setOverlay('palette')}
        >
          <Icon name="search" />
        </ActionIcon>
      </section>
      <Drawer
        opened={overlay === 'pages'}
        onClose={close}
        size={264}
        padding={0}
        title={frame.navigation}
        classNames={{ header: classes.drawerHead ?? '', title: classes.drawerTitle ?? '' }}
      >
        {navigation}
      </Drawer>
      <main id="content" tabIndex={-1} className={classes.content}>
        <TestBanner />
        <ArrivalGreeted>
          <Outlet />
        </ArrivalGreeted>
      </main>
      <Suspense>
        {overlay === 'palette' && <Palette onClose={close} />}
        {overlay === 'keys' && <KeyboardHelp onClose={close} />}
      </Suspense>
      <Proof />
    </div>
  );
}

/** Preloads the other pages' code while idle, so that a click only waits for data. */
function useOtherPages(): void {
  const router = useRouter();
  const { workspace, role } = useMe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const pages = pagesFor(role, workspace.features).flatMap((group) => group.pages);
    let isWanted = true;
    const load = async () => {
      for (const { page } of pages) {
        await new Promise((resolve) => whenIdle(resolve));
        if (!isWanted) return;
        await router.loadRouteChunk(router.routesByPath[`/app/$workspace/${page}`]);
      }
    };
    // After a failure, such as offline, pages load on demand and report errors then.
    const timer = setTimeout(() => void load().catch(() => undefined), 2000);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, []);
}

/** For Safari, which lacks requestIdleCallback. */
function whenIdle(act: (now: unknown) => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act);
  else setTimeout(act, 100);
}

function TestBanner() {
  const { frame } = useMessages();
  const set = useSetSearch();
  if (!useTest()) return null;
  return (
    <div className={classes.test} role="status">
      <Icon name="test" />
      <span>{frame.test.banner}</span>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => set({ test: undefined, page: undefined })}
      >
        {frame.test.leave}
      </Button>
    </div>
  );
}

/** `/` focuses the page's filter, `?` shows the keys, `g` and a letter opens a page. */
function useFrameKeys(open: (overlay: Overlay) => void): void {
  const navigate = useNavigate();
  const { workspace, role } = useMe();
  const [isGoing, setGoing] = useState(false);
  const pages = pagesFor(role, workspace.features).flatMap((group) => group.pages);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      open('palette');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setTimeout(() => setGoing(false), 1500);
    return () => clearTimeout(timer);
  }, [isGoing]);
  useKeys({
    '?': () => open('keys'),
    '/': () => {
      const filter = document.querySelector<HTMLElement>('[data-filter]');
      if (filter) filter.focus();
      else open('palette');
    },
    g: () => setGoing(true),
  });
  const letters = pages.map(({ page, letter }) => [
    letter,
    () => {
      setGoing(false);
      void navigate({ to: `/app/${workspace.id}/${page}` });
    },
  ]);
  useKeys(Object.fromEntries(letters), isGoing);
}

export function NotFound() {
  const { frame } = useMessages();
  return (
    <div className={classes.alone}>
      <h1>{frame.notFound.title}</h1>
      <p>{frame.notFound.text}</p>
      <Link to="/app">{frame.notFound.back}</Link>
    </div>
  );
}
