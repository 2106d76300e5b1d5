/**
 * How browsers number what they make: the last twelve characters of a message's id are the last four of its session's id, two
 * of the host, and six digits that count from 100001. What is missing between was made, and did not arrive.
 */

const numbered =
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-([0-9a-f]{4})[0-9a-f]{2}[1-9]\d{5}$/;

export function isNumbered(messageId: string, sessionId: string): boolean {
  return numbered.exec(messageId)?.[1] === sessionId.slice(-4);
}

/**
 * The same as SQL, of an id as text and the session's. Compared first, which most ids do not pass; a pattern made of each
 * session's id would be compiled for each.
 */
export const numberedIn = (id: string, sessionId: string) =>
  `substr(${id}, 25, 4) = right(${sessionId}::text, 4) and right(${id}, 8) ~ '^[0-9a-f]{2}[1-9][0-9]{5}$'`;
