/**
 * Names of mail providers as people mistype them: `gmial.com`, `yahooo.fr`. A letter is left out, doubled or struck
 * beside, or two are swapped; the first one stays, as `mail`, `cloud` and `email` are words of their own.
 */

/** Long enough that hardly anybody else is called nearly so. */
const mistyped = 'gmail googlemail hotmail icloud outlook protonmail yahoo'.split(' ');

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Letters beside and above each other, on the usual keyboard. */
const neighbours = new Map(
  rows.flatMap((row, y) =>
    [...row].map((letter, x) => {
      const near = [row[x - 1], row[x + 1], rows[y - 1]?.[x], rows[y - 1]?.[x + 1]];
      const below = [rows[y + 1]?.[x], rows[y + 1]?.[x - 1]];
      return [letter, [...near, ...below].filter((other) => other !== undefined)] as const;
    }),
  ),
);

const typos = new Set(mistyped.flatMap(typosOf));
for (const name of mistyped) typos.delete(name);

function typosOf(name: string): string[] {
  return [...name].flatMap((letter, place) => {
    const [before, after] = [name.slice(0, place), name.slice(place + 1)];
    const doubled = before + letter + letter + after;
    if (place === 0) return [doubled];
    const swapped = before + after.slice(0, 1) + letter + after.slice(1);
    const struck = (neighbours.get(letter) ?? []).map((other) => before + other + after);
    return [doubled, before + after, swapped, ...struck];
  });
}

/** `label`: the first of a registrable domain, in lower case. */
export function isProviderTypo(label: string): boolean {
  return typos.has(label);
}
