/** A message is rejected; the text is `path: what is wrong`. */
export class MessageRefused extends Error {}

/** A message is not stored, through no fault of its own. */
export class MessageIgnored extends Error {}
