/**
 * How browsers number messages: an id's last twelve characters are the last four of the session id, two of the host, and six
 * digits counting from 100001. Gaps are messages that did not arrive.
 */

const numbered =
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-([0-9a-f]{4})[0-9a-f]{2}[1-9]\d{5}$/;

export function isNumbered(messageId: string, sessionId: string): boolean {
  return numbered.exec(messageId)?.[1] === sessionId.slice(-4);
}

/**
 * The same in SQL, for an id as text and the session's id. The cheap comparison comes first, as most ids fail it; a
 * pattern from each session id would have to be compiled each time.
 */
export const numberedIn = (id: string, sessionId: string) =>
  `substr(${id}, 25, 4) = right(${sessionId}::text, 4) and right(${id}, 8) ~ '^[0-9a-f]{2}[1-9][0-9]{5}$'`;
