/**
 * By what right something was said. `public`: with a write key alone, which anyone can read in the page;
 * `device`: by the browser that said it before; `signed`: proved by a signing secret of the workspace;
 * `api`: with a secret key over REST.
 */
export const rightNames = ['public', 'device', 'signed', 'api'] as const;
export type Right = (typeof rightNames)[number];

/** How old a message may be that nobody signed; an older one is taken to happen when it is received. */
export const unsignedAgeMs = 7 * 24 * 60 * 60_000;
/** A signature that a page was handed is of one of the two names of its message. */
export const provedNames = ['email', 'user_id'] as const;
export type ProvedName = (typeof provedNames)[number];

/** How far the time of a signature may be from ours. */
export const signatureToleranceMs = 5 * 60_000;
