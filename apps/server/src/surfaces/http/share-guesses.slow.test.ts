/* Guesses at the password of a share link from many places. */
import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { runAsOperator } from '../../cli/run-as-operator.ts';
import { startHarness } from '../../testing/harness.ts';

const h = await startHarness();

/** As a link is made, but for the cost of its password: a hundred guesses would take a processor for long. */
async function share(): Promise<string> {
  const body = { page: 'overview', name: 'For the agency', password: 'correct horse' };
  const made = await runAsOperator(h.db, h.workspace.id, 'createShare', { body });
  const { id, token } = (made as { data: { id: string; token: string } }).data;
  const salt = Buffer.from('of the tests');
  const key = scryptSync(body.password, salt, 32, { N: 2, r: 8, p: 1 });
  const kept = ['scrypt', 2, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
  await h.db.system((tx) => tx`update shares set password_hash = ${kept} where id = ${id}`);
  return token;
}

test('guesses from many addresses together end after a hundred in an hour', async () => {
  const [token, another] = [await share(), await share()];
  const guess = async (number: number, password = 'a wrong one', of = token) => {
    const { statusCode } = await h.app.inject({
      method: 'POST',
      url: `/share/api/${of}/password`,
      remoteAddress: `203.0.${number >> 8}.${number & 255}`,
      payload: { password },
    });
    return statusCode;
  };
  const statuses: number[] = [];
  for (let first = 0; first < 120; first += 10) {
    const numbers = Array.from({ length: 10 }, (_, offset) => first + offset);
    statuses.push(...(await Promise.all(numbers.map((number) => guess(number)))));
  }
  expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(100).every((status) => status === 429)).toBe(true);
  expect(await guess(500, 'correct horse')).toBe(429);
  expect(await guess(501, 'correct horse', another)).toBe(204);
});
