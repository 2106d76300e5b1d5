/** What every page in a workspace knows: who looks, at which workspace, and at what of it. */
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

/** A page that somebody without an account sees: what whoever shared it chose. */
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

/** Which kinds of records are told to the one who looks. */
export function useShownParts(): readonly (Feature | ShareReveal)[] {
  const shared = useShared();
  const me = useContext(MeContext);
  return shared ? shared.reveals : [...signedIn(me).workspace.features, 'leads'];
}

/** Whether the one who looks has one of these roles: what they may not do is not offered. The service decides. */
export function useMay(...roles: WorkspaceRole[]): boolean {
  return roles.includes(useMe().role);
}

export interface ShownPeriod extends Period {
  days: number;
}

/** The period of the address, by default the last 30 days; on a shared page that of its link. */
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

/** Whether test data is shown: what lists and figures take as `test`. */
export function useTest(): boolean {
  return useFrameSearch().test === true;
}

export function useFrameSearch() {
  return frameSearch(useSearch({ strict: false }));
}

interface HowToSet {
  replace?: boolean;
  /** Of a part of the page, which stays where it is; otherwise one reads on from the top. */
  isPart?: boolean;
}

/** What becomes of it, or how that follows from what it is just then, which the page may not show yet. */
export type Change<T> = T | ((now: T) => T);

function changed<T extends object>(change: Change<T>, now: T): T {
  return typeof change === 'function' ? change(now) : change;
}

/** Changes parts of the address behind the question mark; undefined takes one away. */
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

/** What a part of the page is set to, in the address by its name; undefined is what is usual. */
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

/** The filter, order and page of a table, which live in the address. Another filter or order begins at the first page. */
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
