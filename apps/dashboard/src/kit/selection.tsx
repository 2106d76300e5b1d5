/** Selected rows of a table: some by id, or all that match. */
import { Button, CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../messages/language.tsx';
import type { ListState } from '../shell/frame-context.tsx';
import classes from './selection.module.css';

export interface Selection {
  ids: ReadonlySet<string>;
  /** All that match the filter, on every page. */
  isAll: boolean;
  count: number;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  setPage: (ids: string[], isSelected: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

/** `total`: of all matches. Changing the filter clears the selection. */
export function useSelection(list: ListState, total: number): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const clear = () => {
    setIds(new Set());
    setAll(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the filter
  useEffect(clear, [list.filter]);
  const change = (changed: string[], isSelected: boolean) => {
    setAll(false);
    setIds((before) => {
      const after = new Set(before);
      for (const id of changed) isSelected ? after.add(id) : after.delete(id);
      return after;
    });
  };
  return {
    ids,
    isAll,
    count: isAll ? total : ids.size,
    has: (id) => isAll || ids.has(id),
    toggle: (id) => change([id], !ids.has(id)),
    setPage: change,
    selectAll: () => setAll(true),
    clear,
  };
}

interface SelectionBarProps {
  selection: Selection;
  total: number;
  /** Actions for them. */
  actions: ReactNode;
}

export function SelectionBar({ selection, total, actions }: SelectionBarProps) {
  const { table } = useMessages();
  const { count, isAll, ids } = selection;
  if (count === 0) return null;
  return (
    <div className={classes.bar} role="status">
      <strong>{table.selected(count)}</strong>
      {!isAll && ids.size < total && (
        <Button variant="subtle" size="compact-xs" onClick={selection.selectAll}>
          {table.selectAll(total)}
        </Button>
      )}
      <div className={classes.actions}>{actions}</div>
      <CloseButton size="sm" aria-label={table.clearSelection} onClick={selection.clear} />
    </div>
  );
}
