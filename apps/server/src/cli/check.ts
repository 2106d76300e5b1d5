/** What `doctor` looks at: resolves with what it found, throws what is wrong. */
export type Check = [name: string, look: () => Promise<string>];

/** Nothing is wrong yet. */
export class Warning extends Error {}
