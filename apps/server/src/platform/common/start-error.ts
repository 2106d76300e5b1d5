/**
 * The service cannot start (or a command cannot run) for a reason that the operator can remove.
 * The message is one paragraph that says what is wrong and what to do; no stack trace is shown.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The code of a system error (`ENOENT`, `EACCES`, …), or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
