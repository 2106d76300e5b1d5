/**
 * Names that name nobody: what forms, templates and programs send where they know no one. Taken from what
 * analytics services warn of (Segment, PostHog, Mixpanel), and compared in lower case, without spaces.
 */
const userIds = new Set([
  ...['', 'undefined', 'null', 'nil', 'none', 'nan', 'n/a', 'na', '(null)', '(none)'],
  ...['notset', '(notset)', 'guest', 'anonymous', 'anon', 'unknown', 'user', 'userid', 'user_id'],
  ...['id', 'email', 'distinct_id', 'distinctid', 'anonymous_id', 'anonymousid', 'visitor'],
  ...['not_authenticated', '-1', 'true', 'false', 'test', 'demo'],
  ...['[objectobject]', '[objectundefined]', '{}', '[]'],
]);
/** And dashes, as in an empty UUID. */
const onlyZeroes = /^[0-]*$/;
/** A template that nobody filled in. */
const unfilled = /^(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|%[a-z_.]+%|<[^<>]*>)$/;

const emails = new Set([
  ...['test@test.com', 'test@test.de', 'a@a.com', 'a@b.com', 'a@b.c', 'x@x.com', 'abc@abc.com'],
  ...['no@email.com', 'no@mail.com', 'none@none.com', 'no@no.com', 'na@na.com', 'n/a@n/a.com'],
  ...['email@email.com', 'mail@mail.com', 'user@user.com', 'asdf@asdf.com', 'noemail@noemail.com'],
  ...['example@example.com', 'email@example.com', 'your@email.com', 'name@email.com'],
]);

export function isPlaceholderUserId(userId: string): boolean {
  const text = withoutQuotes(userId.replaceAll(/\s/g, '')).toLowerCase();
  return userIds.has(text) || onlyZeroes.test(text) || unfilled.test(text);
}

/** Programs that write an id as JSON send it with its quotes, and what is no id as well. */
function withoutQuotes(text: string): string {
  const quote = text.charAt(0);
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}

/** Those whose parts are placeholders themselves: `null@null.com`, `guest@test`. */
export function isPlaceholderEmail(email: string): boolean {
  const text = email.trim().toLowerCase();
  const [local = '', domain = ''] = text.split('@');
  const [name = ''] = domain.split('.', 1);
  return emails.has(text) || (userIds.has(local) && userIds.has(name));
}
