/*
 * What the service says of people in a real Chromium. Ada comes by an advertisement on a search page, comes
 * back by herself, then through a newsletter, and asks for a trial; the next day Grace does at the same
 * computer.
 */
import { messageTypes } from '@footfall/contract/ingest';
import { beforeAll, describe, expect, test } from 'vitest';
import { day, hour, minute, second, startBrowserStage } from './browser-stage.ts';
import { askForTrial, followLink, idsOn, officeAddress, readsOf } from './browser-visitors.ts';
import { pageIn, type Row, restOf } from './rest.ts';

// At ten o'clock three days ago: what comes back the next day does so on another day.
const stage = await startBrowserStage(
  new Date(Math.floor(Date.now() / day) * day - 3 * day + 10 * hour),
);
const { service, site } = stage;
const { all, one, sessionsOf } = readsOf(stage);

const landing = '/?utm_source=google&utm_medium=cpc&utm_campaign=spring&gclid=Cj0KCQiA';
const newsletter = '/?utm_source=newsletter&utm_medium=email&utm_campaign=may';

describe('a person at an office', () => {
  let visitor: Row;
  let [byAdvertisement, byHerself, byNewsletter, another]: Row[] = [];
  let [ada, grace]: Row[] = [];
  const idsInTabs: Record<'visitor_id' | 'session_id', string>[] = [];

  beforeAll(async () => {
    stage.comeFrom(officeAddress);
    const profile = await stage.newProfile();
    const first = await profile.newPage();
    await followLink(stage, first, 'https://www.google.com/search?q=workshop+planning', landing);
    await first.mouse.move(40, 40);
    await stage.pass(20 * second);
    await first.getByRole('link', { name: 'See pricing' }).click();
    await first.getByRole('heading', { name: 'A price per bay' }).waitFor();
    await stage.settled(first);
    idsInTabs.push(await idsOn(first));

    await stage.pass(3 * hour);
    const back = await profile.newPage();
    await back.goto(`${site}/pricing`);
    await back.getByRole('navigation').getByRole('link', { name: 'Contact' }).click();
    await back.getByRole('button').waitFor();
    await stage.settled(back);
    idsInTabs.push(await idsOn(back));

    await stage.pass(5 * minute);
    await back.goto(site + newsletter);
    await back.getByRole('link', { name: 'See pricing' }).click();
    await back.getByRole('link', { name: 'Start a trial of Team' }).click();
    await askForTrial(stage, back, 'Ada Lovelace', 'Ada.Lovelace@siemens.com');
    idsInTabs.push(await idsOn(back));
    await first.close();
    await back.close();

    await stage.pass(day);
    const third = await profile.newPage();
    await third.goto(`${site}/contact`);
    await askForTrial(stage, third, 'Grace Hopper', 'grace.hopper@gmail.com');
    await profile.close();

    [visitor] = (await all('/visitors')) as [Row];
    [byAdvertisement, byHerself, byNewsletter, another] = await sessionsOf(visitor.id);
    [ada] = await all('/identities?email=ada.lovelace@siemens.com');
    [grace] = await all('/identities?email=grace.hopper@gmail.com');
  });

  test('is one visitor over tabs and days, of a company, and no bot', () => {
    expect(visitor).toMatchObject({
      source: 'campaign',
      channel: 'paid',
      origin: 'Google',
      campaign: { source: 'google', medium: 'cpc', name: 'spring' },
      referrer: 'https://www.google.com/',
      entry_url: site + landing,
      session_count: 4,
      page_view_count: 8,
      ip: '192.35.17.0',
      city: 'Munich',
      country: 'Germany',
      bot: null,
      company_confidence: 0.95,
    });
    expect(new Set(idsInTabs.map((ids) => ids.visitor_id))).toEqual(new Set([visitor.id]));
  });

  test('sends messages of every type', () => {
    const types = [...stage.sent.values()].map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(messageTypes));
  });

  test('creates the visits of the browser', () => {
    expect([byAdvertisement, byHerself, byNewsletter].map((session) => session?.id)).toEqual(
      idsInTabs.map((ids) => ids.session_id),
    );
  });

  test('a visit shows its source, pages, engagement time and device', () => {
    expect(byAdvertisement).toMatchObject({
      source: 'campaign',
      channel: 'paid',
      origin: 'Google',
      campaign: { source: 'google', medium: 'cpc', name: 'spring' },
      click_ids: { gclid: 'Cj0KCQiA' },
      referrer: 'https://www.google.com/',
      entry_url: site + landing,
      exit_url: `${site}/pricing`,
      page_view_count: 2,
      is_bounce: false,
      city: 'Munich',
      country: 'Germany',
      network_owner: expect.stringMatching(/^siemens/i),
      connection: 'business',
      browser: 'Chrome',
      os: 'Linux',
      device: 'desktop',
      locale: 'de-DE',
      timezone: 'Europe/Berlin',
      screen: expect.stringMatching(/^\d+x\d+$/),
      bot: null,
      ended_at: expect.any(String),
    });
    expect(byAdvertisement?.engaged_seconds).toBeGreaterThanOrEqual(20);
    expect(byAdvertisement?.engaged_seconds).toBeLessThan(30);
    expect(byAdvertisement?.duration_seconds).toBeGreaterThanOrEqual(20);
    expect(byAdvertisement?.duration_seconds).toBeLessThan(30);
  });

  test('a return without tags after a pause is a direct visit', () => {
    expect(byHerself).toMatchObject({
      source: 'website',
      channel: 'direct',
      origin: '',
      campaign_id: null,
      campaign: {},
      click_ids: {},
      referrer: '',
      entry_url: `${site}/pricing`,
      exit_url: `${site}/contact`,
      page_view_count: 2,
    });
  });

  test('another campaign in the middle of a visit begins the next one', () => {
    expect(byNewsletter).toMatchObject({
      source: 'campaign',
      channel: 'email',
      origin: 'newsletter',
      campaign: { source: 'newsletter', medium: 'email', name: 'may' },
      entry_url: site + newsletter,
      exit_url: `${site}/contact?plan=team`,
      page_view_count: 3,
      is_bounce: false,
    });
    expect(byHerself?.ended_at).not.toBeNull();
    expect(String(byNewsletter?.started_at) >= String(byHerself?.ended_at)).toBe(true);
  });

  test('is a lead of her campaign, with place and company', async () => {
    const company = (await all('/companies?domain=siemens.com'))[0];
    const leads = (await all('/leads')).filter((lead) => lead.identity_id === ada?.id);
    expect(leads).toMatchObject([
      {
        visitor_id: visitor.id,
        session_id: byNewsletter?.id,
        company_id: company?.id,
        code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
        source: 'campaign',
        location: { city: 'Munich', country: 'Germany' },
        summary: null,
      },
    ]);
    expect(visitor.company_id).toBe(company?.id);
  });

  test('a company is shown with its evidence', async () => {
    const companies = await all('/companies');
    const evidence = await Promise.all(
      companies.map(async ({ id }) => (await all(`/companies/${id}/evidence`))[0]),
    );
    expect(evidence).toMatchObject([
      { kind: 'email_domain', value: 'siemens.com', confidence: 0.95, visitor_id: visitor.id },
      { kind: 'network_owner', value: expect.stringMatching(/^AS15465 /), confidence: 0.6 },
    ]);
  });

  test('has a history that reads as it was', async () => {
    const activity = await all(`/identities/${ada?.id}/activity`);
    const until = (row: Row) => row.created_at < String(another?.started_at);
    const earlier = activity.filter(until).toReversed();
    const spring = 'campaign spring (google / cpc)';
    const may = 'campaign may (newsletter / email)';
    const host = 'tidewell.localhost';
    const isLead = ({ type }: Row) => type === 'lead';
    expect(earlier.filter(isLead)).toMatchObject([
      { what: expect.stringMatching(/^Became a lead \([\dA-Z-]{9}\)$/), source: may },
    ]);
    const others = earlier.filter((row) => !isLead(row));
    expect(others.map(({ what, source }) => [what, source])).toEqual([
      ['Started a visit on /', spring],
      ['Viewed Tidewell: workshop scheduling', spring],
      ['Clicked See pricing', spring],
      ['Viewed Pricing: Tidewell', spring],
      ['Started a visit on /pricing', host],
      ['Viewed Pricing: Tidewell', host],
      ['Viewed Contact: Tidewell', host],
      ['Started a visit on /', may],
      ['Viewed Tidewell: workshop scheduling', may],
      ['Clicked See pricing', may],
      ['Viewed Pricing: Tidewell', may],
      ['Viewed Contact: Tidewell', may],
      ['Identified as Ada.Lovelace@siemens.com', may],
      ['Converted: Trial requested (79 EUR)', may],
    ]);
    expect(new Set(earlier.map(({ who }) => who))).toEqual(new Set(['Ada Lovelace']));
  });

  test('her conversion is credited to the first and to the last visit', async () => {
    const [conversion] = await all(`/conversions?identity_id=${ada?.id}`);
    expect(conversion).toMatchObject({
      name: 'trial_requested',
      value: 79,
      currency: 'EUR',
      properties: { plan: 'team' },
      session_id: byNewsletter?.id,
      first_touch: { session_id: byAdvertisement?.id, campaign_id: byAdvertisement?.campaign_id },
      last_touch: { session_id: byNewsletter?.id, campaign_id: byNewsletter?.campaign_id },
    });
  });

  test('campaigns appear, and each model counts for them what it credits', async () => {
    expect(await all('/campaigns')).toMatchObject([
      { id: byNewsletter?.campaign_id, name: 'may', source: 'newsletter', medium: 'email' },
      { id: byAdvertisement?.campaign_id, name: 'spring', source: 'google', medium: 'cpc' },
    ]);
    const revenue = [{ currency: 'EUR', value: 79 }];
    const seen = { visitors: 1, sessions: 1, spend: [] };
    const credited = { ...seen, leads: 1, conversions: 1, revenue };
    const none = { ...seen, leads: 0, conversions: 0, revenue: [] };
    const performance = (model: string) => all(`/campaigns/performance?model=${model}`);
    expect(await performance('first_touch')).toMatchObject([
      { name: 'may', ...none },
      { name: 'spring', ...credited },
    ]);
    expect(await performance('last_touch')).toMatchObject([
      { name: 'may', ...credited },
      { name: 'spring', ...none },
    ]);
  });

  test('her intent score is the sum of its reasons', async () => {
    const personality = await one(`/identities/${ada?.id}/personality`);
    const reasons = personality.reasons as { factor: string; points: number; because: string }[];
    expect(personality).toMatchObject({ stage: 'customer', persona: 'buyer' });
    expect(personality.intent_score).toBe(reasons.reduce((sum, { points }) => sum + points, 0));
    expect(
      Object.fromEntries(reasons.map(({ factor, because }) => [factor, because])),
    ).toMatchObject({
      key_pages: 'viewed /pricing*, /contact*',
      conversion: '1 conversion',
    });
  });

  test('another person at the same computer is another identity and lead', async () => {
    expect(grace?.id).not.toBe(ada?.id);
    expect(grace).toMatchObject({ name: 'Grace Hopper', email: 'grace.hopper@gmail.com' });
    expect((await all(`/identities?visitor_id=${visitor.id}`)).map(({ id }) => id)).toEqual([
      grace?.id,
      ada?.id,
    ]);
    const leads = (await all('/leads')).filter((lead) => lead.identity_id === grace?.id);
    const siemens = await all('/companies?name=siemens');
    const network = siemens.find(({ domain }) => domain === '');
    expect(leads).toMatchObject([
      { session_id: another?.id, source: 'website', company_id: network?.id },
    ]);
    const [conversion] = await all(`/conversions?identity_id=${grace?.id}`);
    const touch = { session_id: another?.id, campaign_id: null, source: 'website' };
    expect(conversion).toMatchObject({ first_touch: touch, last_touch: touch });
  });

  test('the service finds the same visits in the messages without their session ids', async () => {
    const { productionKey, secretKey } = await service.newWorkspace();
    const messages = [...stage.sent.values()]
      .filter(({ type, visitor_id }) => type !== 'session' && visitor_id === visitor.id)
      .map(({ session_id, ...message }) => message);
    await service.send(messages, productionKey);
    await service.settle();
    const response = pageIn(
      await restOf(service, secretKey).get(`/visitors/${visitor.id}/sessions`),
    );
    const fields = [
      'started_at',
      'source',
      'channel',
      'origin',
      'campaign',
      'click_ids',
      'referrer',
    ];
    const facts = (session: Row | undefined) =>
      [...fields, 'entry_url', 'exit_url', 'page_view_count'].map((field) => session?.[field]);
    expect(response.data.toReversed().map(facts)).toEqual(
      [byAdvertisement, byHerself, byNewsletter, another].map(facts),
    );
  });
});
