import { describe, expect, test } from 'vitest';
import { nameKey, nameOfDomain, tidyOwnerName } from './company-name.ts';
import { companyDomainOf, companyOfEmail, companyOfNetwork } from './company-of.ts';
import { domainOfText, registrableDomain } from './domain.ts';

const workspaceId = '01a1f840-11aa-7c3e-9d52-3b1f60a7c001';

describe('registrableDomain', () => {
  // The cases of publicsuffix.org, tests/test_psl.txt (CC0): a name, and its registrable domain.
  test.each([
    ['COM', ''],
    ['example.COM', 'example.com'],
    ['WwW.example.COM', 'example.com'],
    ['.com', ''],
    ['.example', ''],
    ['.example.com', ''],
    ['.example.example', ''],
    ['example', ''],
    ['example.example', 'example.example'],
    ['b.example.example', 'example.example'],
    ['a.b.example.example', 'example.example'],
    ['biz', ''],
    ['domain.biz', 'domain.biz'],
    ['b.domain.biz', 'domain.biz'],
    ['a.b.domain.biz', 'domain.biz'],
    ['com', ''],
    ['example.com', 'example.com'],
    ['b.example.com', 'example.com'],
    ['a.b.example.com', 'example.com'],
    ['uk.com', ''],
    ['example.uk.com', 'example.uk.com'],
    ['b.example.uk.com', 'example.uk.com'],
    ['a.b.example.uk.com', 'example.uk.com'],
    ['test.ac', 'test.ac'],
    ['mm', ''],
    ['c.mm', ''],
    ['b.c.mm', 'b.c.mm'],
    ['a.b.c.mm', 'b.c.mm'],
    ['jp', ''],
    ['test.jp', 'test.jp'],
    ['www.test.jp', 'test.jp'],
    ['ac.jp', ''],
    ['test.ac.jp', 'test.ac.jp'],
    ['www.test.ac.jp', 'test.ac.jp'],
    ['kyoto.jp', ''],
    ['test.kyoto.jp', 'test.kyoto.jp'],
    ['ide.kyoto.jp', ''],
    ['b.ide.kyoto.jp', 'b.ide.kyoto.jp'],
    ['a.b.ide.kyoto.jp', 'b.ide.kyoto.jp'],
    ['c.kobe.jp', ''],
    ['b.c.kobe.jp', 'b.c.kobe.jp'],
    ['a.b.c.kobe.jp', 'b.c.kobe.jp'],
    ['city.kobe.jp', 'city.kobe.jp'],
    ['www.city.kobe.jp', 'city.kobe.jp'],
    ['ck', ''],
    ['test.ck', ''],
    ['b.test.ck', 'b.test.ck'],
    ['a.b.test.ck', 'b.test.ck'],
    ['www.ck', 'www.ck'],
    ['www.www.ck', 'www.ck'],
    ['us', ''],
    ['test.us', 'test.us'],
    ['www.test.us', 'test.us'],
    ['ak.us', ''],
    ['test.ak.us', 'test.ak.us'],
    ['www.test.ak.us', 'test.ak.us'],
    ['k12.ak.us', ''],
    ['test.k12.ak.us', 'test.k12.ak.us'],
    ['www.test.k12.ak.us', 'test.k12.ak.us'],
    ['食狮.com.cn', 'xn--85x722f.com.cn'],
    ['食狮.公司.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['www.食狮.公司.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['shishi.公司.cn', 'shishi.xn--55qx5d.cn'],
    ['公司.cn', ''],
    ['食狮.中国', 'xn--85x722f.xn--fiqs8s'],
    ['www.食狮.中国', 'xn--85x722f.xn--fiqs8s'],
    ['shishi.中国', 'shishi.xn--fiqs8s'],
    ['中国', ''],
    ['xn--85x722f.com.cn', 'xn--85x722f.com.cn'],
    ['xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['www.xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['shishi.xn--55qx5d.cn', 'shishi.xn--55qx5d.cn'],
    ['xn--55qx5d.cn', ''],
    ['xn--85x722f.xn--fiqs8s', 'xn--85x722f.xn--fiqs8s'],
    ['www.xn--85x722f.xn--fiqs8s', 'xn--85x722f.xn--fiqs8s'],
    ['shishi.xn--fiqs8s', 'shishi.xn--fiqs8s'],
    ['xn--fiqs8s', ''],
  ])('of %s is "%s"', (host, domain) => {
    expect(registrableDomain(host)).toBe(domain);
  });

  test.each([
    'localhost',
    'mail.local',
    'dc1.corp',
    'nas.home.arpa',
    'shop.internal',
    '192.0.2.1',
    '[2001:db8::1]',
    '123.456',
    'a..b.com',
    '-a.com',
    'a b.com',
    '%61cme.com',
    `${'a.'.repeat(150)}com`,
    '',
  ])('is none of %s', (host) => {
    expect(registrableDomain(host)).toBe('');
  });

  test('takes one trailing dot, and sites of one host apart', () => {
    expect(registrableDomain('www.acme.example.')).toBe('acme.example');
    expect(registrableDomain('acme.github.io')).toBe('acme.github.io');
    expect(registrableDomain('github.io')).toBe('');
  });
});

test.each([
  ['https://www.siemens.com/de', 'siemens.com'],
  ['HTTP://Siemens.com:8080?x=1', 'siemens.com'],
  ['//www.siemens.com', 'siemens.com'],
  ['www.siemens.com/global/en.html#top', 'siemens.com'],
  ['https://user:secret@shop.siemens.co.uk/', 'siemens.co.uk'],
  ['info@siemens.com', 'siemens.com'],
  ['  siemens.com.  ', 'siemens.com'],
  ['https://', ''],
  ['n/a', ''],
  ['siemens', ''],
  ['siemens.com, siemens.de', ''],
  ['mailto:', ''],
])('a domain written as %s is "%s"', (text, domain) => {
  expect(domainOfText(text)).toBe(domain);
});

describe('the company of an email address', () => {
  test.each(
    `gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.jp hotmail.com hotmail.se outlook.com live.com live.no msn.com
    icloud.com me.com mac.com aol.com aol.de gmx.de gmx.ch gmx.co.uk web.de t-online.de freenet.de posteo.de mailbox.org mail.de
    proton.me protonmail.com pm.me tuta.com tutanota.com fastmail.com hey.com duck.com zoho.com yandex.ru ya.ru mail.ru rambler.ru qq.com
    163.com 126.com sina.com naver.com daum.net kakao.com docomo.ne.jp orange.fr wanadoo.fr free.fr laposte.net sfr.fr
    libero.it virgilio.it tiscali.it ziggo.nl xs4all.nl telenet.be bluewin.ch a1.net btinternet.com sky.com comcast.net
    verizon.net att.net cox.net rogers.com shaw.ca bigpond.com uol.com.br terra.com.br rediffmail.com wp.pl onet.pl seznam.cz
    abv.bg ukr.net walla.co.il example.com mail.gmail.com mailinator.com guerrillamail.com 10minutemail.com yopmail.com
    temp-mail.org trashmail.com sharklasers.com anything.mailinator.com`.split(/\s+/),
  )('at %s is nobody’s', (host) => {
    expect(companyDomainOf(`ada@${host}`)).toBe('');
  });

  test.each(
    `siemens.com ibm.com microsoft.com google.com apple.com amazon.com sap.com bosch.com bmw.de volkswagen.de basf.com
    bayer.com oracle.com cisco.com intel.com salesforce.com stripe.com github.com netflix.com nestle.com novartis.com roche.com
    airbus.com toyota.co.jp sony.com samsung.com tata.com infosys.com accenture.com deloitte.com kpmg.com mckinsey.com
    jpmorgan.com ubs.com allianz.com ethz.ch tum.de bbc.co.uk nytimes.com nike.com adidas.com ikea.com
    lego.com maersk.com spotify.com ericsson.com nokia.com philips.com asml.com hubspot.com atlassian.com mozilla.org acme.example`.split(
      /\s+/,
    ),
  )('at %s is its domain', (domain) => {
    expect(companyDomainOf(`ada@${domain}`)).toBe(domain);
    expect(companyDomainOf(`ada@eu.mail.${domain}`)).toBe(domain);
  });

  test.each(
    `acme.onmicrosoft.com users.noreply.github.com marketplace.amazon.com marketplace.amazon.co.uk relay.firefox.com
    mozmail.com privaterelay.appleid.com duck.com members.ebay.com members.ebay.de guest.booking.com
    yahooo.com yaho.com gmial.com gmai.com gamil.com gmsil.de hotmial.com hotmal.co.uk outlok.com iclod.com gmail.con
    0-00.usa.cc frozen.com stanford.edu cs.stanford.edu mit.edu sydney.edu.au cam.ac.uk cl.cam.ac.uk u-tokyo.ac.jp
    eton.sch.uk lincoln.k12.ca.us gmail.com.`.split(/\s+/),
  )('at %s is none', (host) => {
    expect(companyDomainOf(`ada@${host}`)).toBe('');
  });

  // Near to what is excluded.
  test.each(
    `github.com gitlab.com amazon.com amazon.co.uk ebay.com microsoft.com firefox.com booking.com appleid.com
    cloud.com ail.com vmail.com yahoy.com edu.com ac.com test.ac k12.com ac.example sch.com outlooks.com
    aon.com ao.com`.split(/\s+/),
  )('at %s is its domain', (domain) => {
    expect(companyDomainOf(`ada@${domain}`)).toBe(domain);
  });

  test.each([
    ['ADA@Siemens.COM', 'siemens.com'],
    ['  ada@siemens.com ', 'siemens.com'],
    ['"odd@local part"@siemens.com', 'siemens.com'],
    ['ada+tag@siemens.com.', 'siemens.com'],
    ['ada@bücher.example', 'xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ada@GMAIL.com', ''],
    ['ada@gmail.com.', ''],
    ['ada@[192.0.2.1]', ''],
    ['ada@192.0.2.1', ''],
    ['ada@co.uk', ''],
    ['ada@localhost', ''],
    ['ada@siemens', ''],
    ['@siemens.com', ''],
    ['ada@', ''],
    ['ada', ''],
    ['', ''],
    ['ada@sie mens.com', ''],
    ['ada@siemens.com/x', ''],
    ['ada@siemens..com', ''],
    [`ada@${'x'.repeat(64)}.com`, ''],
  ])('%s is "%s"', (email, domain) => {
    expect(companyDomainOf(email)).toBe(domain);
  });

  test('has an id that is the same every time, in its workspace and environment only', () => {
    const company = companyOfEmail(workspaceId, false, 'ada@siemens.com');
    expect(company).toEqual({
      id: '9ecac104-1438-867a-baaa-115dd26fb6b3',
      isTest: false,
      key: 'domain:siemens.com',
      domain: 'siemens.com',
      name: '',
    });
    expect(companyOfEmail(workspaceId, false, 'Bob@www.siemens.com')).toEqual(company);
    expect(companyOfEmail(workspaceId, true, 'ada@siemens.com')?.id).not.toBe(company?.id);
    const other = companyOfEmail(workspaceId.replace('1', '2'), false, 'ada@siemens.com');
    expect(other?.id).not.toBe(company?.id);
    expect(companyOfEmail(workspaceId, false, 'ada@gmail.com')).toBeUndefined();
  });
});

describe('the company of a network', () => {
  const siemens = { asn: 15_465, networkOwner: 'SIEMENS AG', connection: 'business' };

  test('is its owner, where that is a business', () => {
    expect(companyOfNetwork(workspaceId, false, siemens)).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8/),
      isTest: false,
      key: 'network:AS15465',
      domain: '',
      name: 'SIEMENS AG',
    });
    for (const connection of [
      'access_provider',
      'mobile',
      'hosting',
      'education',
      'government',
      '',
    ]) {
      expect(companyOfNetwork(workspaceId, false, { ...siemens, connection })).toBeUndefined();
    }
    expect(companyOfNetwork(workspaceId, false, { ...siemens, asn: 0 })).toBeUndefined();
    expect(companyOfNetwork(workspaceId, false, { ...siemens, networkOwner: ' ' })).toBeUndefined();
  });

  test.each([
    ['SIEMENS AG', 'SIEMENS AG'],
    ['SAP_PCI_PEERING SAP SE', 'SAP SE'],
    ['AMS-NYC-LR4 - HEWLETT PACKARD ENTERPRISE COMPANY', 'HEWLETT PACKARD ENTERPRISE COMPANY'],
    ['IBM New Zealand Limited,', 'IBM New Zealand Limited'],
    ['  Nestle   Waters\t', 'Nestle Waters'],
    ['-Reserved AS-', 'Reserved AS'],
    ['3M', '3M'],
    ['BMW - Bayerische Motoren Werke', 'Bayerische Motoren Werke'],
    ['Amazon.com, Inc.', 'Amazon.com, Inc.'],
    ['Tehran_Electric_Energy_Distribution', 'Tehran_Electric_Energy_Distribution'],
  ])('with the owner %s is called %s', (owner, name) => {
    expect(tidyOwnerName(owner)).toBe(name);
  });

  test.each([
    ['SIEMENS AG', 'Siemens A.G.'],
    ['Nestlé S.A.', 'NESTLE SA'],
    ['Straßenbau   GmbH & Co. KG', 'STRASSENBAU GMBH, CO KG'],
    ['McDonald’s Corp', "MCDONALD'S CORP."],
  ])('%s and %s are one name', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test.each([
    ['siemens.com', 'Siemens'],
    ['trumpf.co.uk', 'Trumpf'],
    ['siemens-energy.com', 'Siemens Energy'],
    ['ibm.com', 'IBM'],
    ['kpmg.de', 'KPMG'],
    ['bmw-group.com', 'BMW Group'],
    ['my-shop.example', 'My Shop'],
    ['3m.com', '3M'],
    ['1und1.de', '1und1'],
    ['acme.github.io', 'Acme'],
    ['xn--bcher-kva.example', 'Bücher'],
    ['xn--fiqs8s.example', '中国'],
    ['_x_y.example', 'X Y'],
    ['--.example', '--.example'],
  ])('of %s is %s until a better one is known', (domain, name) => {
    expect(nameOfDomain(domain)).toBe(name);
  });

  test('names of other legal forms are other names', () => {
    expect(nameKey('Delta GmbH')).not.toBe(nameKey('Delta Inc'));
    expect(nameKey(' -- ')).toBe('');
  });
});
