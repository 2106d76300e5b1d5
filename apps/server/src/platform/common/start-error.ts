/**
 * The service or a command cannot start for a reason the operator can fix. The message is one paragraph with
 * problem and remedy; no stack trace is shown.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The code of a system error (`ENOENT`, `EACCES`, …), or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
