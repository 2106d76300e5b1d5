/**
 * Placeholder names that forms, templates and programs send for unknown people. From warnings of analytics
 * services (Segment, PostHog, Mixpanel); compared in lower case, without spaces.
 */
const userIds = new Set([
  ...['', 'undefined', 'null', 'nil', 'none', 'nan', 'n/a', 'na', '(null)', '(none)'],
  ...['notset', '(notset)', 'guest', 'anonymous', 'anon', 'unknown', 'user', 'userid', 'user_id'],
  ...['id', 'email', 'distinct_id', 'distinctid', 'anonymous_id', 'anonymousid', 'visitor'],
  ...['not_authenticated', '-1', 'true', 'false', 'test', 'demo'],
  ...['[objectobject]', '[objectundefined]', '{}', '[]'],
]);
/** With dashes, as in an empty UUID. */
const onlyZeroes = /^[0-]*$/;
/** An unfilled template. */
const unfilled = /^(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|%[a-z_.]+%|<[^<>]*>)$/;

const emails = new Set([
  ...['test@test.com', 'test@test.de', 'a@a.com', 'a@b.com', 'a@b.c', 'x@x.com', 'abc@abc.com'],
  ...['no@email.com', 'no@mail.com', 'none@none.com', 'no@no.com', 'na@na.com', 'n/a@n/a.com'],
  ...['email@email.com', 'mail@mail.com', 'user@user.com', 'asdf@asdf.com', 'noemail@noemail.com'],
  ...['example@example.com', 'email@example.com', 'your@email.com', 'name@email.com'],
]);

/** Fake addresses entered into required fields: a word twice, `asd@asd.com`. */
const twice = new Set([
  ...['a', 'aa', 'aaa', 'aaaa', 'abc', 'x', 'xx', 'xxx', 'xyz', '123', '1234', '12345', '123456'],
  ...[
    'asd',
    'asdf',
    'asdfg',
    'asdasd',
    'qwe',
    'qwer',
    'qwerty',
    'qwertz',
    'sdf',
    'dfg',
    'fgh',
    'jkl',
  ],
  ...['foo', 'bar', 'baz', 'foobar', 'bla', 'blah', 'fake', 'dummy', 'sample', 'example', 'admin'],
  ...['test', 'testing', 'user', 'email', 'mail', 'name', 'nope', 'none', 'no'],
]);
/** Placeholder names in form fields and templates. */
const nobodies = new Set([
  ...['user', 'username', 'user.name', 'name', 'yourname', 'your.name', 'you', 'your', 'youremail'],
  ...['your.email', 'your-email', 'email', 'mail', 'me', 'someone', 'somebody', 'admin', 'test'],
  ...['test1', 'test123', 'foo', 'bar', 'foobar', 'fake', 'dummy', 'sample', 'example', 'asdf'],
  ...[
    'john.doe',
    'johndoe',
    'jane.doe',
    'janedoe',
    'max.mustermann',
    'maxmustermann',
    'mustermann',
  ],
]);
/** Domains without mailboxes: reserved by RFC 2606, or used as placeholders. */
const nowhere = new Set([
  ...['example.com', 'example.org', 'example.net', 'example.de', 'beispiel.de', 'domain.com'],
  ...['yourdomain.com', 'your-domain.com', 'mydomain.com', 'yourcompany.com', 'foo.com', 'bar.com'],
]);
/** Gmail's mailbox names have at least six characters. */
const shortest: Record<string, number> = { 'gmail.com': 6, 'googlemail.com': 6 };

export function isPlaceholderUserId(userId: string): boolean {
  const text = withoutQuotes(userId.replaceAll(/\s/g, '')).toLowerCase();
  return userIds.has(text) || onlyZeroes.test(text) || unfilled.test(text);
}

/** Programs that serialize an id as JSON include its quotes, even for a missing id. */
function withoutQuotes(text: string): string {
  const quote = text.charAt(0);
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}

/** The parts are placeholders: `null@null.com`, `guest@test`, `foo@bar.com`, `user@example.com`. */
export function isPlaceholderEmail(email: string): boolean {
  const text = email.trim().toLowerCase();
  const [local = '', domain = ''] = text.split('@');
  const [name = '', ...suffixes] = domain.split('.', 3);
  if (emails.has(text) || (userIds.has(local) && userIds.has(name))) return true;
  if (suffixes.length === 1 && local === name && twice.has(name)) return true;
  if (nobodies.has(local) && nowhere.has(domain)) return true;
  return twice.has(local) && local.length < (shortest[domain] ?? 0);
}
