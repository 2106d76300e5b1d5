/** One plain address that mail can be sent to: no list, name, comment or quotes, and nothing that cannot be seen. */
import Type from 'typebox';

const part =
  '[^\\s@,;:"<>()\\[\\]\\\\\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069]+';
const pattern = `^${part}@${part}$`;
const longest = 320;
const plain = new RegExp(pattern);

export const EmailAddress = Type.String({
  minLength: 3,
  maxLength: longest,
  pattern,
  description: 'One email address, such as ada@example.com.',
});

export const isEmailAddress = (text: string): boolean => text.length <= longest && plain.test(text);
