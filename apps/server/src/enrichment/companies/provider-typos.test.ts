import { expect, test } from 'vitest';
import { isProviderTypo as isTypoOfAddress } from '../../identity/making/address-typos.ts';
import { companyDomainOf } from './company-of.ts';
import { isProviderTypo } from './provider-typos.ts';

test.each([
  [
    'gmail.com',
    'gamil.com gmal.com gmial.com gmai.com gnail.com gmail.co gmail.cm gmail.con gmail.om gmaill.com gmali.com gimail.com gemail.com gmaul.com gmsil.com fmail.com hmail.com gmil.com gamil.con gmial.con gmailcom gmail',
  ],
  ['googlemail.com', 'googlemail.co googelmail.com goglemail.com googlmail.com googlemail.con'],
  [
    'yahoo.com',
    'yahooo.com yaho.com yahho.com yhoo.com yahoo.co yahoo.con yahoo.cm yaoo.com yhaoo.com',
  ],
  [
    'hotmail.com',
    'hotmial.com hotmai.com homail.com hotmil.com hotmal.com hotmali.com hotmail.co hotmail.con hotmaill.com hormail.com htomail.com otmail.com',
  ],
  [
    'outlook.com',
    'outlok.com outloook.com outlook.co outlook.con oulook.com outllok.com outloo.com otlook.com',
  ],
  ['icloud.com', 'iclod.com icoud.com icloud.co icloud.con iclould.com icluod.com'],
  ['gmx.de', 'gmx.dee gxm.de gmx.ed gmy.de'],
  ['gmx.net', 'gmx.nte gmx.ne gxm.net'],
  ['web.de', 'wbe.de web.dee web.ed wed.de'],
  ['t-online.de', 't-onlin.de t-oline.de tonline.de t-onlne.de t-online.ed'],
])('mistyped for %s: the same list for people and for companies', (provider, typos) => {
  for (const typo of typos.split(' ')) {
    expect(isTypoOfAddress(`bo@${typo}`, `bo@${provider}`), typo).toBe(true);
    expect(isTypoOfAddress(`bo@${typo}`, `jo@${provider}`), typo).toBe(false);
    expect(isTypoOfAddress(`bo@${typo}`, 'bo@siemens.com'), typo).toBe(false);
    expect(isProviderTypo(typo), typo).toBe(true);
    expect(companyDomainOf(`bo@${typo}`), typo).toBe('');
  }
});

test('the rule applies to people too, under the suffix of the provider', () => {
  expect(isTypoOfAddress('bo@hotmial.fr', 'bo@hotmail.fr')).toBe(true);
  expect(isTypoOfAddress('bo@gmsil.com', 'bo@gmail.com')).toBe(true);
  expect(isTypoOfAddress('bo@hotmial.fr', 'bo@hotmail.com')).toBe(false);
});

test.each(['gmx.de', 'gmail.com', 'siemens.com', 'email.com', 'mail.de', 'cloud.com', 'web.com'])(
  '%s is no mistyped provider',
  (domain) => {
    expect(isProviderTypo(domain)).toBe(false);
  },
);
