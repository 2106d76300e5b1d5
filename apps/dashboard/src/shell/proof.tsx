/** Asks people to confirm their identity when a response requires it. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { answerProofsBy } from '../api/proof.ts';

const ProofDialog = lazy(() =>
  import('./proof-dialog.tsx').then((all) => ({ default: all.ProofDialog })),
);

type Settle = (isProved: boolean) => void;

export function Proof() {
  const [waiting, setWaiting] = useState<{ settle: Settle }>();
  useEffect(() => answerProofsBy(() => new Promise((settle) => setWaiting({ settle }))), []);
  if (!waiting) return null;
  const onDone = (isProved: boolean) => {
    setWaiting(undefined);
    waiting.settle(isProved);
  };
  return (
    <Suspense>
      <ProofDialog onDone={onDone} />
    </Suspense>
  );
}
