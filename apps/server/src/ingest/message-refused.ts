/** Why a message is refused: `path: what is wrong`. */
export class MessageRefused extends Error {}
