/**
 * Typos of mail providers: the one list for `personal-mail.ts` and for corrected addresses
 * (`identity/making/address-typos.ts`). Generated ones such as `gmial.com`, `yahooo.fr`: a letter omitted, doubled,
 * replaced by a neighboring key, or two swapped; never the first, as `mail`, `cloud` and `email` are words themselves.
 */

/** Long enough that hardly any other name is similar. */
const mistyped = 'gmail googlemail hotmail icloud outlook protonmail yahoo'.split(' ');

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Neighboring keys on the usual keyboard. */
const neighbours = new Map(
  rows.flatMap((row, y) =>
    [...row].map((letter, x) => {
      const near = [row[x - 1], row[x + 1], rows[y - 1]?.[x], rows[y - 1]?.[x + 1]];
      const below = [rows[y + 1]?.[x], rows[y + 1]?.[x - 1]];
      return [letter, [...near, ...below].filter((other) => other !== undefined)] as const;
    }),
  ),
);

/** The provider that each typo stands for. */
const byName = new Map(mistyped.flatMap((name) => typosOf(name).map((typo) => [typo, name])));
for (const name of mistyped) byName.delete(name);

/** Typos beyond the rules, mostly wrong suffixes; checked against the list of mailcheck (MIT). */
const byDomain = new Map(
  Object.entries({
    'gmail.com':
      'gmail.co gmail.cm gmail.con gmail.om gimail.com gemail.com fmail.com hmail.com gamil.con gmial.con gmailcom gmail',
    'googlemail.com': 'googlemail.co googlemail.con',
    'yahoo.com': 'yahoo.co yahoo.con yahoo.cm yahho.com',
    'hotmail.com': 'hotmail.co hotmail.con otmail.com',
    'outlook.com': 'outlook.co outlook.con',
    'icloud.com': 'icloud.co icloud.con iclould.com',
    'gmx.de': 'gmx.dee gxm.de gmx.ed gmy.de',
    'gmx.net': 'gmx.nte gmx.ne gxm.net',
    'web.de': 'wbe.de web.dee web.ed wed.de',
    't-online.de': 't-onlin.de t-oline.de tonline.de t-onlne.de t-online.ed',
  }).flatMap(([provider, typos]) => typos.split(' ').map((typo) => [typo, provider] as const)),
);

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

/** `domain`: registrable, in lower case. */
export function isProviderTypo(domain: string): boolean {
  const [label = ''] = domain.split('.', 1);
  return byDomain.has(domain) || byName.has(label);
}

/** Whether the domain is a typo of this provider. */
export function isTypoOf(domain: string, provider: string): boolean {
  if (byDomain.get(domain) === provider) return true;
  const [label = ''] = domain.split('.', 1);
  const name = byName.get(label);
  return name !== undefined && `${name}${domain.slice(label.length)}` === provider;
}
