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

/** What a form gets where somebody has to give an address and gives none: a word twice, `asd@asd.com`. */
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
/** Whom the text within an empty field names, and whom it asks to be replaced. */
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
/** Where nobody has a mailbox: reserved by RFC 2606, or what stands for a domain in such a text. */
const nowhere = new Set([
  ...['example.com', 'example.org', 'example.net', 'example.de', 'beispiel.de', 'domain.com'],
  ...['yourdomain.com', 'your-domain.com', 'mydomain.com', 'yourcompany.com', 'foo.com', 'bar.com'],
]);
/** Gmail has no mailbox whose name is shorter than six characters. */
const shortest: Record<string, number> = { 'gmail.com': 6, 'googlemail.com': 6 };

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

/** Those whose parts are placeholders themselves: `null@null.com`, `guest@test`, `foo@bar.com`, `user@example.com`. */
export function isPlaceholderEmail(email: string): boolean {
  const text = email.trim().toLowerCase();
  const [local = '', domain = ''] = text.split('@');
  const [name = '', ...suffixes] = domain.split('.', 3);
  if (emails.has(text) || (userIds.has(local) && userIds.has(name))) return true;
  if (suffixes.length === 1 && local === name && twice.has(name)) return true;
  if (nobodies.has(local) && nowhere.has(domain)) return true;
  return twice.has(local) && local.length < (shortest[domain] ?? 0);
}
