import { expect, test } from 'vitest';
import { isPlaceholderEmail, isPlaceholderUserId } from './placeholders.ts';

const template = (name: string) => `$${name}`;

test.each([
  ...['', ' ', 'undefined', 'NULL', ' Guest ', 'not set', '(not set)', '[object Object]', '-1'],
  ...['"undefined"', "'Null'", '""', '0', '000', '---', '000-00'],
  ...['00000000-0000-0000-0000-000000000000', '{{ user.id }}', template('{userId}'), '%USER_ID%'],
  '<user_id>',
])('the user_id %j names nobody', (userId) => {
  expect(isPlaceholderUserId(userId)).toBe(true);
});

test.each(['1', '-7', '007', '0a', '"7"', 'userx', 'guest1', 'u-0', '100%', '<3 you', 'Null, Ada'])(
  'the user_id %j names somebody',
  (userId) => {
    expect(isPlaceholderUserId(userId)).toBe(false);
  },
);

test.each([
  ...['test@test.com', 'Test@Test.io', 'null@null.com', 'undefined@undefined', 'a@b.c'],
  ...['guest@test', 'No@Email.com', ' anonymous@anonymous.org '],
])('the address %j names nobody', (email) => {
  expect(isPlaceholderEmail(email)).toBe(true);
});

test.each(['test@siemens.com', 'user@acme.example', 'ada@test.com', 'ada@null.com', '0@x.com'])(
  'the address %j names somebody',
  (email) => {
    expect(isPlaceholderEmail(email)).toBe(false);
  },
);
