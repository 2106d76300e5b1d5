/** Repeats requests that need a fresh proof of identity after one dialog for all pages. */
import { ApiFault } from './fault.ts';

/** Whether the person confirmed their identity. */
type AskForProof = () => Promise<boolean>;

let askForProof: AskForProof | undefined;
let asking: Promise<boolean> | undefined;

/** Returns a function that unregisters it. */
export function answerProofsBy(ask: AskForProof): () => void {
  askForProof = ask;
  return () => {
    askForProof = undefined;
  };
}

/** Requests refused together share one dialog. @throws ApiFault */
export async function provingOnce<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (fault) {
    const needsProof = fault instanceof ApiFault && fault.reason === 'fresh_proof_needed';
    if (!needsProof || !askForProof) throw fault;
    asking ??= askForProof().finally(() => {
      asking = undefined;
    });
    if (await asking) return send();
    throw fault;
  }
}
