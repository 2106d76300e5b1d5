/**
 * Masks contact data in free text: email and IP addresses and phone numbers, in addition to values that are
 * never stored. By pattern alone; every step is linear in the text.
 */
import { maskValues } from './mask-values.ts';

const ipv4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g;
const ipv6 = /(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{1,4}(?![\w:])/gi;
/** At least nine digits, or seven after a plus or zero: more than in a date. */
const telephone =
  /(?<![\w.-])(?:(?:\+|%2B|\(?0)(?:[ ()./-]{0,2}\d){7,15}|\(?\d(?:[ ()./-]{0,2}\d){8,14})(?!\w|-\w)/gi;

/** Replaces such values with `[email]`, `[phone]`, `[ip]`, `[token]` and `[card]`. */
export function maskContacts(text: string): string {
  if (text === '') return text;
  return maskValues(text).replace(ipv4, '[ip]').replace(ipv6, '[ip]').replace(telephone, '[phone]');
}
