/**
 * Masks by what people are reached: addresses, numbers of telephones, addresses of their devices, beside what
 * is not even stored of free text. By looks alone; every step is linear in the text.
 */
import { maskValues } from './mask-values.ts';

const ipv4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g;
const ipv6 = /(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{1,4}(?![\w:])/gi;
/** Nine digits or more, or seven behind a plus or a zero: more than a date has. */
const telephone =
  /(?<![\w.-])(?:(?:\+|%2B|\(?0)(?:[ ()./-]{0,2}\d){7,15}|\(?\d(?:[ ()./-]{0,2}\d){8,14})(?!\w|-\w)/gi;

/** The text with `[email]`, `[phone]`, `[ip]`, `[token]` and `[card]` in place of such values. */
export function maskContacts(text: string): string {
  if (text === '') return text;
  return maskValues(text).replace(ipv4, '[ip]').replace(ipv6, '[ip]').replace(telephone, '[phone]');
}
