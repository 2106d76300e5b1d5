/** What every page in a workspace knows: who looks, at which workspace, and at what of it. */
import type { WorkspaceRole } from '@footfall/contract/access';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Me } from '../api/me.ts';
import { daysOf, ownPeriod, type Period, presetPeriod, usualPreset } from './periods.ts';
import { frameSearch, type ListSearch, listSearch, type RawSearch } from './search.ts';

const MeContext = createContext<Me | undefined>(undefined);

export function MeProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <MeContext value={me}>{children}</MeContext>;
}

export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('nobody is signed in around this part of the page');
  return me;
}

/** Whether the one who looks has one of these roles: what they may not do is not offered. The service decides. */
export function useMay(...roles: WorkspaceRole[]): boolean {
  return roles.includes(useMe().role);
}

export interface ShownPeriod extends Period {
  days: number;
}

/** The period of the address, by default the last 30 days. */
export function usePeriod(): ShownPeriod {
  const { range = usualPreset, from, to } = useFrameSearch();
  const timeZone = useTimeZone();
  return useMemo(() => {
    const period =
      from && to ? ownPeriod(from, to, timeZone) : presetPeriod(range, timeZone, Date.now());
    return { ...period, days: daysOf(period) };
  }, [range, from, to, timeZone]);
}

export function useTimeZone(): string {
  const { tz } = useFrameSearch();
  const { workspace } = useMe();
  return tz ?? workspace.time_zone;
}

/** Whether test data is shown: what lists and figures take as `test`. */
export function useTest(): boolean {
  return useFrameSearch().test === true;
}

export function useFrameSearch() {
  return frameSearch(useSearch({ strict: false }));
}

/** Changes parts of the address behind the question mark; undefined takes one away. */
export function useSetSearch() {
  const navigate = useNavigate();
  return (change: RawSearch, how: { replace?: boolean } = {}) =>
    void navigate({
      to: '.',
      search: ((before: RawSearch) => ({ ...before, ...change })) as never,
      replace: how.replace ?? false,
    });
}

export interface ListState extends ListSearch {
  sort: string;
  page: number;
  size: number;
  set: (change: ListSearch) => void;
}

/** The filter, order and page of a table, which live in the address. Another filter or order begins at the first page. */
export function useListState(usual: { sort: string; size?: number }): ListState {
  const search = listSearch(useSearch({ strict: false }));
  const set = useSetSearch();
  return {
    ...search,
    sort: search.sort ?? usual.sort,
    page: search.page ?? 1,
    size: search.size ?? usual.size ?? 50,
    set: (change) => set('page' in change ? { ...change } : { ...change, page: undefined }),
  };
}
