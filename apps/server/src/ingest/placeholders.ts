/**
 * Names that name nobody: what forms, templates and programs send where they know no one. Taken from what
 * analytics services warn of (Segment, PostHog, Mixpanel), and compared in lower case.
 */
const userIds = new Set([
  ...['', 'undefined', 'null', 'nil', 'none', 'nan', 'n/a', 'na', '(null)', '(none)', 'not set'],
  ...[
    'guest',
    'anonymous',
    'anon',
    'unknown',
    'user',
    'userid',
    'user_id',
    'user id',
    'id',
    'email',
  ],
  ...['distinct_id', 'distinctid', 'anonymous_id', 'anonymousid', 'visitor', 'not_authenticated'],
  ...['0', '-1', '00000000-0000-0000-0000-000000000000', 'true', 'false', 'test', 'demo'],
  ...['[object object]', '{}', '[]', '""', "''", '{{user_id}}', '{{user.id}}'],
]);

const emails = new Set([
  ...['test@test.com', 'test@test.de', 'a@a.com', 'a@b.com', 'a@b.c', 'x@x.com', 'abc@abc.com'],
  ...['no@email.com', 'no@mail.com', 'none@none.com', 'no@no.com', 'na@na.com', 'n/a@n/a.com'],
  ...['email@email.com', 'mail@mail.com', 'user@user.com', 'asdf@asdf.com', 'noemail@noemail.com'],
  ...['example@example.com', 'email@example.com', 'your@email.com', 'name@email.com'],
]);

export function isPlaceholderUserId(userId: string): boolean {
  return userIds.has(userId.trim().toLowerCase());
}

export function isPlaceholderEmail(email: string): boolean {
  const text = email.trim().toLowerCase();
  const [local = '', domain = ''] = text.split('@');
  return emails.has(text) || (!domain.includes('.') && userIds.has(local) && userIds.has(domain));
}
