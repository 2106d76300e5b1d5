/** A plain email address: no list, name, comment, quotes or invisible characters. */
import Type from 'typebox';
import { Format } from 'typebox/format';

const part =
  '[^\\s@,;:"<>()\\[\\]\\\\\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069]+';
const longest = 320;
const plain = new RegExp(`^${part}@${part}$`);

export const isEmailAddress = (text: string): boolean => text.length <= longest && plain.test(text);

Format.Set('mailbox', isEmailAddress);

export const EmailAddress = Type.String({
  minLength: 3,
  maxLength: longest,
  format: 'mailbox',
  description: 'One email address, such as ada@example.com.',
});
