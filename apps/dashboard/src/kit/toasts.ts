/** Short words at the edge of the page: what was done, and for ten seconds how to undo it. */
import { hideNotification, showNotification } from '@mantine/notifications';
import { createElement } from 'react';
import type { Messages } from '../messages/en.ts';
import { faultText } from './fault-text.ts';
import { UndoButton } from './undo-button.tsx';

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

/** `undo` puts it back as it was; what it throws is told. */
export function sayUndoable(
  message: string,
  common: Messages['common'],
  undo: () => Promise<unknown>,
): void {
  const id = `undo-${performance.now()}`;
  const onUndo = async () => {
    hideNotification(id);
    try {
      await undo();
      sayDone(common.undone);
    } catch (error) {
      sayFault(error instanceof Error ? error : new Error(String(error)), common);
    }
  };
  showNotification({
    id,
    color: 'green',
    autoClose: undoMs,
    message: createElement(UndoButton, { message, label: common.undo, onUndo }),
  });
}
