import { useEffect, useRef } from 'react';

/** By `event.key`; returning false keeps the browser's default action. */
export type KeyMap = Record<string, (event: KeyboardEvent) => unknown>;

/** Keys without a modifier, except while typing or in a dialog. */
export function useKeys(keys: KeyMap, isEnabled = true): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!isEnabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      if (!act || event.defaultPrevented || isElsewhere(event)) return;
      if (act(event) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isEnabled]);
}

function isElsewhere({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (document.querySelector('[role="dialog"], [role="listbox"], [role="menu"]')) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && target.type === 'checkbox')
  );
}
