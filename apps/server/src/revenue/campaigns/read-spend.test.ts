import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readSpend, type SpendDefaults } from './read-spend.ts';

const read = (text: string, defaults: SpendDefaults = {}) =>
  readSpend(Readable.from([Buffer.from(text)]), defaults);

const may1 = {
  day: '2026-05-01',
  name: 'spring',
  source: 'google',
  medium: 'cpc',
  amount: '12.50',
  currency: 'EUR',
};

test('a plain file gives an entry a row', async () => {
  const text = `date,campaign,source,medium,cost,currency
2026-05-01,spring,google,cpc,12.50,EUR
2026-05-02,"spring, late",google,cpc,"1,000.00",usd
`;
  expect(await read(text)).toEqual({
    entries: [
      may1,
      { ...may1, day: '2026-05-02', name: 'spring, late', amount: '1000.00', currency: 'USD' },
    ],
    bad: [],
    totals: 0,
  });
});

test('columns may have any order, other names and others beside them', async () => {
  const text = `Impressions;UTM_Medium;Spend;utm_campaign;Day;utm_source;Currency Code
100;cpc;12,50;spring;01.05.2026;google;EUR
`;
  expect((await read(text)).entries).toEqual([{ ...may1, amount: '12.50' }]);
});

test('an export of Google Ads is read: title above, tabs, totals below', async () => {
  const text = `Campaign performance
May 1, 2026 - May 2, 2026
Campaign\tDay\tCurrency code\tClicks\tCost
spring\t2026-05-01\tEUR\t1,200\t12.50
spring\t2026-05-02\tEUR\t--\t1,500
Total: Campaigns\t --\tEUR\t1,200\t1,512.50
Total: Account\t --\tEUR\t1,200\t1,512.50
`;
  const { entries, bad, totals } = await read(text, { source: 'google', medium: 'cpc' });
  expect(entries).toEqual([may1, { ...may1, day: '2026-05-02', amount: '1500' }]);
  expect(bad).toEqual([]);
  expect(totals).toBe(2);
});

test('an export of Meta is read: the currency is in the column name', async () => {
  const text = `"Campaign name","Reporting starts","Reporting ends","Amount spent (EUR)","Results"
"spring","2026-05-01","2026-05-01","12.50","3"
`;
  const { entries } = await read(text, { source: 'facebook', medium: 'paid_social' });
  expect(entries).toEqual([{ ...may1, source: 'facebook', medium: 'paid_social' }]);
});

test('an export of LinkedIn is read: dates begin with the month, by option', async () => {
  const text = `Campaign Performance Report
"Start Date (in UTC)","Campaign Name","Currency","Total Spent"
"5/1/2026","spring","EUR","12.50"
`;
  const defaults = { source: 'google', medium: 'cpc', dateOrder: 'mdy' } as const;
  expect((await read(text, defaults)).entries).toEqual([may1]);
  const { bad } = await read(text);
  const reason = expect.stringContaining('--date-format mdy');
  expect(bad).toEqual([{ line: 3, reason, reason_code: 'date_order', value: '5/1/2026' }]);
});

test('defaults fill only the empty fields of a row', async () => {
  const text = `date,campaign,source,medium,cost,currency
2026-05-01,spring,,--,12.50,
2026-05-01,spring,bing,cpm,12.50,USD
`;
  const { entries } = await read(text, { source: 'google', medium: 'cpc', currency: 'EUR' });
  expect(entries).toEqual([may1, { ...may1, source: 'bing', medium: 'cpm', currency: 'USD' }]);
});

test('amounts that can be read in two ways follow the others of the file, or are refused', async () => {
  const file = (...amounts: string[]) =>
    `date;campaign;cost;currency\n${amounts.map((amount) => `2026-05-01;x;${amount};EUR\n`).join('')}`;
  const amountsOf = async (...amounts: string[]) =>
    (await read(file(...amounts))).entries.map(({ amount }) => amount);
  expect(await amountsOf('1.234', '5,50')).toEqual(['1234', '5.50']);
  expect(await amountsOf('1,234', '5.50')).toEqual(['1234', '5.50']);
  expect(await amountsOf('7', '5')).toEqual(['7', '5']);
  expect((await read(file('1.234', '5'))).bad).toEqual([
    {
      line: 2,
      reason: expect.stringContaining('--decimal point or --decimal comma'),
      reason_code: 'decimal_sign',
      value: '1.234',
    },
  ]);
  expect((await read(file('1.234', '5,50'), { decimal: 'point' })).bad).toHaveLength(1);
});

test('unreadable rows are reported with line and reason', async () => {
  const long = 'x'.repeat(201);
  const text = `date,campaign,cost,currency
soon,spring,12.50,EUR
2026-05-01,,12.50,EUR
2026-05-01,spring,lots,EUR

2026-05-01,spring,-1,EUR
2026-05-01,spring,12.50,EURO
2026-05-01,spring,12.50
2026-05-01,${long},12.50,EUR
"2026-05-01"x,spring,12.50,EUR
2026-05-01,"two
lines",12.50,EUR
2026-05-01,spring,12.50,EUR
`;
  const { entries, bad } = await read(text);
  expect(entries).toHaveLength(1);
  expect(bad.map(({ line }) => line)).toEqual([2, 3, 4, 6, 7, 8, 9, 10, 11]);
  const reasons = [
    'the date "soon" is not a day',
    'no campaign',
    '"lots" is not a number',
    'is negative',
    '"EURO" is not a currency',
    'no currency; set a default',
    'longer than 200 characters',
    'after the closing quote',
    'control character',
  ];
  for (const [place, reason] of reasons.entries()) expect(bad[place]?.reason).toContain(reason);
  expect(bad.map(({ reason_code, value }) => [reason_code, value.slice(0, 4)])).toEqual([
    ['date_unknown', 'soon'],
    ['no_campaign', ''],
    ['amount_unknown', 'lots'],
    ['amount_negative', '-1'],
    ['currency_unknown', 'EURO'],
    ['no_currency', ''],
    ['tag_too_long', 'xxxx'],
    ['broken_row', ''],
    ['control_character', ''],
  ]);
});

test.each([
  ['an empty file', '', 'The file is empty.'],
  ['a file without a column that is needed', 'date,campaign\n2026-05-01,x\n', 'has date, campaign'],
  ['a file of something else', '{"a":1}\n'.repeat(30), 'No line has the required column names'],
])('%s is refused, and what is needed is named', async (_what, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
  await expect(read(text)).rejects.toThrow('amount (amount, spend, cost');
});
