/** A check of `doctor`: resolves with its result, or throws the problem. */
export type Check = [name: string, look: () => Promise<string>];

/** A problem that does not break anything yet. */
export class Warning extends Error {}
