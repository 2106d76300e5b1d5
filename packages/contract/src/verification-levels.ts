/**
 * Verification level of a claim. `public`: sent with only a write key, which anyone can read in the page.
 * `device`: sent by the browser that sent it before. `signed`: signed with a signing secret of the workspace.
 * `api`: set with a secret key over REST.
 */
export const verificationLevels = ['public', 'device', 'signed', 'api'] as const;
export type VerificationLevel = (typeof verificationLevels)[number];

/** Oldest accepted time of an unsigned message; an older one gets the time of receipt. */
export const unsignedAgeMs = 7 * 24 * 60 * 60_000;
/** A signature made for a page covers one of these identifiers. */
export const provedNames = ['email', 'user_id'] as const;
export type ProvedName = (typeof provedNames)[number];

/** Largest difference between the time of a signature and the server clock. */
export const signatureToleranceMs = 5 * 60_000;
