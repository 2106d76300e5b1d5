import { expect, test } from 'vitest';
import { tagsOf } from './campaign.ts';

const plain = (search: string) =>
  JSON.parse(JSON.stringify(tagsOf(`https://example.com/${search}`)));

test('campaign tags and click ids are read from the address, and nothing else', () => {
  expect(
    plain('?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e&utm_id=f&x=1'),
  ).toEqual({ campaign: { source: 'a', medium: 'b', name: 'c', term: 'd', content: 'e' } });
  expect(plain('?gclid=1&msclkid=2&ScCid=3')).toEqual({
    click_ids: { gclid: '1', msclkid: '2', ScCid: '3' },
  });
});

test('a mail campaign is recorded without its recipient', () => {
  expect(plain('?mc_eid=7f3a9c&gclid=1')).toEqual({ click_ids: { gclid: '1', mc_eid: '7' } });
  expect(plain('?mkt_tok=NTE')).toEqual({ click_ids: { mkt_tok: 'N' } });
});

test('absent and empty tags leave no trace; long ones are cut; broken ones do not throw', () => {
  expect(plain('')).toEqual({});
  expect(plain('?utm_source=&gclid=')).toEqual({});
  expect(plain(`?utm_source=${'x'.repeat(900)}`).campaign.source).toHaveLength(200);
  expect(plain('?utm_source=%E0%A4%A').campaign.source).toEqual(expect.any(String));
});
