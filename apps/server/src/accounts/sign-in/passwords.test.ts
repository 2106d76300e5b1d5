import { expect, test } from 'vitest';
import { PasswordHasher, requireGoodPassword, usualCost } from './passwords.ts';

const about = { email: 'grace.hopper@example.com', name: 'Grace Hopper' };
const isTaken = (password: string) => {
  try {
    requireGoodPassword(password, about);
    return true;
  } catch {
    return false;
  }
};

test('passwords have 10 to 128 characters, counted as people do', () => {
  expect(isTaken('k7-Vq2!xu')).toBe(false);
  expect(isTaken('k7-Vq2!xuz')).toBe(true);
  expect(isTaken('🦉🐙🦊🐳🦋🐞🦎🐢🦑')).toBe(false);
  expect(isTaken('🦉🐙🦊🐳🦋🐞🦎🐢🦑🐬')).toBe(true);
  expect(isTaken('k7-Vq2!x'.repeat(16))).toBe(true);
  expect(isTaken(`${'k7-Vq2!x'.repeat(16)}.`)).toBe(false);
});

test('easy guesses are refused: common ones, the user’s own name, one repeated character', () => {
  for (const password of [
    'password123',
    'PASSWORD123',
    '1234567890',
    'Qwertyuiop!!',
    '1q2w3e4r5t',
    'grace.hopper@example.com',
    'grace.hopper1',
    'Grace Hopper!',
    'aaaaaaaaaaaaaaa',
    'abababababab',
    'footfall12',
  ]) {
    expect(isTaken(password), password).toBe(false);
  }
  expect(isTaken('correct horse battery')).toBe(true);
  expect(isTaken('grace likes whales a lot')).toBe(true);
});

test('a hash is salted, records its cost, and fits its password alone', async () => {
  const hasher = new PasswordHasher((work) => work(), usualCost);
  const [one, two] = await Promise.all([hasher.hash('Zürich 1234'), hasher.hash('Zürich 1234')]);
  expect(one).toMatch(/^scrypt\$16384\$8\$5\$/);
  expect(one).not.toBe(two);
  // Keyboards write the same letter in two ways.
  expect(await hasher.verify(one, 'Zürich 1234'.normalize('NFD'))).toBe(true);
  expect(await hasher.verify(one, 'Zürich 1235')).toBe(false);
  expect(await hasher.verify('plain', 'plain')).toBe(false);
});
