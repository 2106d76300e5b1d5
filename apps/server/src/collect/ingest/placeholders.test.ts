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
  ...['foo@bar.com', 'admin@admin.com', 'Asd@asd.com', 'qwertz@qwertz.de', '123@123.com'],
  ...['user@example.com', 'your.name@example.org', 'name@domain.com', 'you@yourcompany.com'],
  ...['John.Doe@example.com', 'max.mustermann@beispiel.de', 'test@gmail.com', 'asd@gmail.com'],
])('the address %j names nobody', (email) => {
  expect(isPlaceholderEmail(email)).toBe(true);
});

test.each([
  ...['test@siemens.com', 'user@acme.example', 'ada@test.com', 'ada@null.com', '0@x.com'],
  // Short names are people and firms too, and so is who is called after the placeholder.
  ...['sap@sap.com', 'admin@sap.com', 'foo@siemens.com', 'bo@gmail.com', 'john.doe@gmail.com'],
  ...['admin@foo.example', 'abc@mail.abc.com', 'ada@example.com'],
])('the address %j names somebody', (email) => {
  expect(isPlaceholderEmail(email)).toBe(false);
});
