/** Toasts: what was done, with undo for ten seconds. */
import { hideNotification, showNotification } from '@mantine/notifications';
import { createElement } from 'react';
import type { Messages } from '../messages/en.ts';
import { faultText } from './fault-text.ts';
import { ToastActions } from './toast-actions.tsx';

const undoMs = 10_000;

export function sayDone(message: string): void {
  showNotification({ message, color: 'green', autoClose: 4000 });
}

export function sayFault(fault: Error, common: Messages['common']): void {
  sayRefused(faultText(fault, common), common);
}

export function sayRefused(message: string, common: Messages['common']): void {
  showNotification({
    title: common.fault.title,
    message,
    color: 'red',
    autoClose: 10_000,
  });
}

/** `undo` reverts it; its errors are shown. */
export function sayUndoable(
  message: string,
  common: Messages['common'],
  undo: () => Promise<unknown>,
): void {
  const id = `undo-${performance.now()}`;
  const actions = [{ label: common.undo, onClick: () => undoing(id, common, undo) }];
  showNotification({
    id,
    color: 'green',
    autoClose: undoMs,
    message: createElement(ToastActions, { message, actions }),
  });
}

/** Stays until somebody decides how to continue an interrupted change. */
export function sayUnfinished(
  title: string,
  message: string,
  common: Messages['common'],
  { retry, undo }: { retry: () => Promise<unknown>; undo: (() => Promise<unknown>) | undefined },
): void {
  const id = `unfinished-${performance.now()}`;
  const again = { label: common.fault.again, onClick: () => leaving(id, common, retry) };
  const back = undo && { label: common.undo, onClick: () => undoing(id, common, undo) };
  showNotification({
    id,
    title,
    color: 'red',
    autoClose: false,
    message: createElement(ToastActions, { message, actions: back ? [again, back] : [again] }),
  });
}

/** `undo` returns false if it was not undone, which is reported elsewhere. */
function undoing(id: string, common: Messages['common'], undo: () => Promise<unknown>) {
  return leaving(id, common, async () => {
    if ((await undo()) !== false) sayDone(common.undone);
  });
}

async function leaving(id: string, common: Messages['common'], work: () => Promise<unknown>) {
  hideNotification(id);
  try {
    await work();
  } catch (error) {
    sayFault(error instanceof Error ? error : new Error(String(error)), common);
  }
}
