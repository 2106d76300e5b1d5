import { keyKindNames, keyKinds } from '@footfall/contract/access';
import { expect, test } from 'vitest';
import { keyKindOf, makeKeyText } from './key-text.ts';

test.each(keyKindNames)(
  'a made %s key has its prefix, 36 characters more, and is recognised',
  (kind) => {
    for (let count = 0; count < 200; count++) {
      const text = makeKeyText(kind);
      expect(text.startsWith(keyKinds[kind].prefix)).toBe(true);
      expect(text.slice(keyKinds[kind].prefix.length)).toMatch(/^[0-9A-Za-z]{36}$/);
      expect(keyKindOf(text)).toBe(kind);
    }
  },
);

test('any single wrong character, swapped neighbours and missing or added ones are noticed', () => {
  for (const kind of keyKindNames) {
    const text = makeKeyText(kind);
    for (let place = 0; place < text.length; place++) {
      for (const other of 'a0Z_') {
        const typo = text.slice(0, place) + other + text.slice(place + 1);
        if (typo !== text) expect(keyKindOf(typo), `${text} as ${typo}`).toBeUndefined();
      }
      const swapped =
        text.slice(0, place) +
        text
          .slice(place, place + 2)
          .split('')
          .reverse()
          .join('') +
        text.slice(place + 2);
      if (swapped !== text) expect(keyKindOf(swapped)).toBeUndefined();
      expect(keyKindOf(text.slice(0, place) + text.slice(place + 1))).toBeUndefined();
    }
    expect(keyKindOf(`${text}a`)).toBeUndefined();
  }
});

test('the longest prefix decides, so no kind is taken for the legacy one', () => {
  for (const kind of keyKindNames) {
    if (kind === 'legacy') continue;
    const rest = makeKeyText(kind).slice(keyKinds[kind].prefix.length);
    expect(keyKindOf(`svc_${rest}`)).toBeUndefined();
  }
});
