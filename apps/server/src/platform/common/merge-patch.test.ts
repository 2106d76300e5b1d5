import { expect, test } from 'vitest';
import { mergePatch } from './merge-patch.ts';

/** The examples of RFC 7396, Appendix A, that are about objects. */
test.each([
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['{"x":[1,2]}', '{"x":{"a":"b","c":null}}', '{"x":{"a":"b"}}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
])('%s patched with %s is %s', (target, patch, result) => {
  expect(mergePatch(JSON.parse(target), JSON.parse(patch))).toEqual(JSON.parse(result));
});

test('neither the target nor the patch is changed', () => {
  const [target, patch] = [{ a: { b: 1 } }, { a: { b: null, c: [1] } }];
  mergePatch(target, patch);
  expect([target, patch]).toEqual([{ a: { b: 1 } }, { a: { b: null, c: [1] } }]);
});

test('__proto__ is a key like others', () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__":{"x":1}}'));
  expect(Object.keys(merged)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
});
