/** Why a message is refused: `path: what is wrong`. */
export class MessageRefused extends Error {}

/** It is not stored, and that is no fault of its own. */
export class MessageIgnored extends Error {}
