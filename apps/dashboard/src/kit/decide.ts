/** Overrides a claim of the service, and refetches what shows it. */
import type { OverrideKind } from '@footfall/contract/overrides';
import { useState } from 'react';
import { useCall, useOutdate } from '../api/queries.ts';
import type { ReadRoute } from '../api/routes.ts';
import { useMessages } from '../messages/language.tsx';
import { sayDone, sayFault, sayUndoable } from './toasts.ts';

/** The visitor or company an override is about. */
export interface Decision {
  kind: OverrideKind;
  visitor_id?: string;
  company_id?: string;
}

/** `outdates`: routes that depend on overrides. */
export function useDecide(outdates: ReadRoute[]) {
  const call = useCall();
  const outdate = useOutdate();
  const { common, why } = useMessages();
  const [isDeciding, setDeciding] = useState(false);
  const settle = () => outdate(['GET /overrides', ...outdates]);
  const undone = (id: string) =>
    call('POST /overrides/{id}/undo', { params: { id } }).finally(() => void settle());
  const guarded = async (act: () => Promise<void>) => {
    setDeciding(true);
    try {
      await act();
    } catch (fault) {
      sayFault(fault instanceof Error ? fault : new Error(String(fault)), common);
    } finally {
      setDeciding(false);
    }
  };
  return {
    isDeciding,
    decide: (body: Decision) =>
      guarded(async () => {
        const { body: made } = await call('POST /overrides', { body });
        sayUndoable(why.decided[body.kind], common, () => undone(made.data.id));
        await settle();
      }),
    undo: (id: string) =>
      guarded(async () => {
        await undone(id);
        sayDone(common.undone);
      }),
  };
}
