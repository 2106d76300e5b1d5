/** Context of every page in a workspace: the viewer, the workspace, and what is shown. */
import type { Feature, WorkspaceRole } from '@footfall/contract/access';
import type { ShareReveal } from '@footfall/contract/shares';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Me } from '../api/me.ts';
import { daysOf, ownPeriod, type Period, presetPeriod, usualPreset } from './periods.ts';
import { frameSearch, type ListSearch, listSearch, type RawSearch, textOf } from './search.ts';

const MeContext = createContext<Me | undefined>(undefined);

export function MeProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <MeContext value={me}>{children}</MeContext>;
}

export function useMe(): Me {
  return signedIn(useContext(MeContext));
}

function signedIn(me: Me | undefined): Me {
  if (!me) throw new Error('nobody is signed in around this part of the page');
  return me;
}

/** A shared page for people without an account, as its creator configured it. */
export interface SharedView {
  period: ShownPeriod;
  reveals: readonly ShareReveal[];
}

const SharedContext = createContext<SharedView | undefined>(undefined);

export function SharedProvider({ view, children }: { view: SharedView; children: ReactNode }) {
  return <SharedContext value={view}>{children}</SharedContext>;
}

/** Undefined for members. */
export function useShared(): SharedView | undefined {
  return useContext(SharedContext);
}

/** Kinds of records that the viewer may see. */
export function useShownParts(): readonly (Feature | ShareReveal)[] {
  const shared = useShared();
  const me = useContext(MeContext);
  return shared ? shared.reveals : [...signedIn(me).workspace.features, 'leads'];
}

/** Whether the viewer has one of these roles, to hide unavailable actions. The service enforces it. */
export function useMay(...roles: WorkspaceRole[]): boolean {
  return roles.includes(useMe().role);
}

export interface ShownPeriod extends Period {
  days: number;
}

/** The period in the URL, by default the last 30 days; on a shared page the link's. */
export function usePeriod(): ShownPeriod {
  const { range = usualPreset, from, to } = useFrameSearch();
  const timeZone = useTimeZone();
  const shared = useShared();
  return useMemo(() => {
    if (shared) return shared.period;
    const period =
      from && to ? ownPeriod(from, to, timeZone) : presetPeriod(range, timeZone, Date.now());
    return { ...period, days: daysOf(period) };
  }, [range, from, to, timeZone, shared]);
}

export function useTimeZone(): string {
  const { tz } = useFrameSearch();
  const shared = useShared();
  const me = useContext(MeContext);
  return shared?.period.timeZone ?? tz ?? signedIn(me).workspace.time_zone;
}

/** Whether test data is shown: the `test` parameter of lists and figures. */
export function useTest(): boolean {
  return useFrameSearch().test === true;
}

export function useFrameSearch() {
  return frameSearch(useSearch({ strict: false }));
}

interface HowToSet {
  replace?: boolean;
  /** For a part of the page, which keeps its scroll position; otherwise scrolls to the top. */
  isPart?: boolean;
}

/** A new value, or a function of the current one, which may not be rendered yet. */
export type Change<T> = T | ((now: T) => T);

function changed<T extends object>(change: Change<T>, now: T): T {
  return typeof change === 'function' ? change(now) : change;
}

/** Changes search parameters in the URL; undefined removes one. */
export function useSetSearch() {
  const navigate = useNavigate();
  return (change: Change<RawSearch>, { replace = false, isPart = false }: HowToSet = {}) =>
    void navigate({
      to: '.',
      search: ((before: RawSearch) => ({ ...before, ...changed(change, before) })) as never,
      replace,
      resetScroll: !isPart,
    });
}

/** A page setting in the URL, under its name; undefined is the default. */
export function useAddressed(name: string) {
  const search: RawSearch = useSearch({ strict: false });
  const set = useSetSearch();
  const choose = (value: string | undefined) => set({ [name]: value }, { isPart: true });
  return [textOf(search[name]), choose] as const;
}

export interface ListState extends ListSearch {
  sort: string;
  page: number;
  size: number;
  set: (change: Change<ListSearch>) => void;
}

export type FilterSearch = Pick<ListSearch, 'filter'>;
export type ChangeFilter = (change: (now: FilterSearch) => FilterSearch) => void;

/** A table's filter, order and page, in the URL. Changing filter or order returns to the first page. */
export function useListState(usual: { sort: string; size?: number }): ListState {
  const search = listSearch(useSearch({ strict: false }));
  const set = useSetSearch();
  return {
    ...search,
    sort: search.sort ?? usual.sort,
    page: search.page ?? 1,
    size: search.size ?? usual.size ?? 50,
    set: (change) => set((now) => ({ page: undefined, ...changed(change, listSearch(now)) })),
  };
}
