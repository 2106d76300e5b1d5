/** What needs a fresh proof is sent again after it: one dialog asks for it, for all pages. */
import { ApiFault } from './fault.ts';

/** Whether whoever is there confirmed that it is them. */
type AskForProof = () => Promise<boolean>;

let askForProof: AskForProof | undefined;
let asking: Promise<boolean> | undefined;

/** Returns how to take it back. */
export function answerProofsBy(ask: AskForProof): () => void {
  askForProof = ask;
  return () => {
    askForProof = undefined;
  };
}

/** Requests that are refused together wait for one dialog. @throws ApiFault */
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
