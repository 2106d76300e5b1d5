import { expect, test } from 'vitest';
import { type Share, takeFairly, workspacesIn } from './fair-share.ts';

interface Entry extends Share {
  name: string;
}

/** As `workspace network size`, with as many bytes as messages unless it is said otherwise. */
const entry = (text: string, bytes?: number): Entry => {
  const [workspaceId = '', network = '', size = ''] = text.split(' ');
  return { name: text, workspaceId, network, size: Number(size), bytes: bytes ?? Number(size) };
};
const entriesOf = (text: string, count: number) => Array.from({ length: count }, () => entry(text));
const namesOf = (entries: Entry[]) => entries.map(({ name }) => name);
const roomOf = (size: number) => ({ size, bytes: 1_000 });

test('two workspaces get the same part of the room, however many one of them has sent', () => {
  const queue = [...entriesOf('a one 1', 90), ...entriesOf('b one 1', 10)];
  const taken = takeFairly(queue, roomOf(10));
  expect(taken.filter(({ workspaceId }) => workspaceId === 'a')).toHaveLength(5);
  expect(taken.filter(({ workspaceId }) => workspaceId === 'b')).toHaveLength(5);
  expect(queue).toHaveLength(90);
  expect(workspacesIn(queue)).toBe(2);
});

test('two networks of a workspace get the same part of its part', () => {
  const queue = [
    ...entriesOf('a loud 1', 50),
    ...entriesOf('a quiet 1', 50),
    ...entriesOf('b one 1', 50),
  ];
  expect(namesOf(takeFairly(queue, roomOf(8)))).toEqual([
    ...['a loud 1', 'a loud 1', 'a quiet 1', 'a quiet 1'],
    ...['b one 1', 'b one 1', 'b one 1', 'b one 1'],
  ]);
});

test('the unused share of a workspace is used in order of arrival', () => {
  const queue = [...entriesOf('a one 1', 20), entry('b one 1'), ...entriesOf('c one 1', 20)];
  const taken = takeFairly(queue, roomOf(9));
  // A third each; two of b's are left.
  expect(taken.filter(({ workspaceId }) => workspaceId === 'a')).toHaveLength(5);
  expect(taken.filter(({ workspaceId }) => workspaceId === 'b')).toHaveLength(1);
  expect(taken.filter(({ workspaceId }) => workspaceId === 'c')).toHaveLength(3);
});

test('a large entry at the head of its own queue holds up nobody else, and goes when it is the first', () => {
  const queue = [entry('a one 40'), entry('a one 1'), entry('b one 2'), entry('b two 2')];
  expect(namesOf(takeFairly(queue, roomOf(10)))).toEqual(['b one 2', 'b two 2']);
  // What the same network sent after it stays after it.
  expect(namesOf(queue)).toEqual(['a one 40', 'a one 1']);
  // Larger than the room: by itself.
  expect(namesOf(takeFairly(queue, roomOf(10)))).toEqual(['a one 40']);
  expect(namesOf(takeFairly(queue, roomOf(10)))).toEqual(['a one 1']);
  expect(takeFairly(queue, roomOf(10))).toEqual([]);
});

test('bytes are shared as messages are, and what costs more counts for more', () => {
  const heavy = Array.from({ length: 9 }, () => entry('a one 1', 300));
  const queue = [...heavy, entry('b one 1', 300)];
  expect(namesOf(takeFairly(queue, roomOf(10)))).toEqual(['a one 1', 'a one 1', 'b one 1']);
  const weighed = [...entriesOf('a one 1', 9), ...entriesOf('b one 1', 9)];
  const sizeOf = ({ workspaceId }: Entry) => (workspaceId === 'a' ? 5 : 1);
  const taken = takeFairly(weighed, roomOf(10), sizeOf);
  expect(taken.map(({ workspaceId }) => workspaceId).join('')).toBe('abbbbb');
});
