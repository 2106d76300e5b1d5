import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { attribute } from './attribute.ts';

const h = await sharedHarness({ trust: 'open' });

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

interface Visit {
  visitor_id: string;
  session_id: string;
}

interface VisitOptions {
  visitor?: string;
  campaign?: string;
  isBot?: boolean;
}

/** Times are minutes of one day. */
const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString();

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const send = (
    message: Visit & Record<string, unknown>,
    minute: number,
    key = workspace.productionKey,
  ) => h.send({ ...message, timestamp: at(minute) }, key);
  const context = ({ campaign, isBot }: VisitOptions) => ({
    user_agent: isBot ? crawler : browser,
    ...(campaign && { campaign: { name: campaign, source: 's', medium: 'm' } }),
  });
  return {
    workspace,
    rest,
    async visit(minute: number, options: VisitOptions = {}, key = workspace.productionKey) {
      const ids = { visitor_id: options.visitor ?? randomUUID(), session_id: randomUUID() };
      const view = { type: 'event', name: 'page_view', context: context(options), ...ids };
      await send(view, minute, key);
      return ids;
    },
    identify: (ids: Visit, email: string, minute: number) =>
      send({ type: 'identify', email, context: context({}), ...ids }, minute),
    convert: (ids: Visit, name: string, minute: number, options: VisitOptions = {}) =>
      send({ type: 'conversion', name, context: context(options), ...ids }, minute),
    /** Sessions of the first and the last touch of each conversion, by its name. */
    async touches(query = '') {
      await h.settle();
      const { data } = pageIn(await rest.get(`/conversions${query}`));
      return Object.fromEntries(
        data.map(({ name, first_touch, last_touch }) => [
          name,
          [first_touch, last_touch].map((touch) => (touch as Visit | null)?.session_id),
        ]),
      );
    },
  };
}

test('the first and the last visit before the conversion are credited, with all their fields', async () => {
  const { visit, convert, touches, rest } = await newWorkspace();
  const first = await visit(0, { campaign: 'spring' });
  const visitor = first.visitor_id;
  await visit(60, { visitor, campaign: 'autumn' });
  const last = await visit(120, { visitor });
  await convert(last, 'buy', 121);
  expect(await touches()).toEqual({ buy: [first.session_id, last.session_id] });
  const [spring] = pageIn(await rest.get('/campaigns?name=spring')).data;
  const [conversion] = pageIn(await rest.get('/conversions')).data;
  expect(conversion?.first_touch).toEqual({
    ...first,
    campaign_id: spring?.id,
    source: 'campaign',
    touched_at: '2026-05-01T00:00:00Z',
  });
  expect(conversion?.last_touch).toEqual({
    ...last,
    campaign_id: null,
    source: 'website',
    touched_at: '2026-05-01T02:00:00Z',
  });
});

test('later visits never change what a conversion is credited to', async () => {
  const { visit, convert, touches, identify } = await newWorkspace();
  const first = await visit(0);
  const visitor = first.visitor_id;
  await identify(first, 'ada@example.com', 1);
  await convert(first, 'buy', 2);
  const before = await touches();
  const later = await visit(60, { visitor, campaign: 'spring' });
  await identify(later, 'ada@example.com', 61);
  // A device that is linked later, with visits from before.
  const tablet = await visit(-60);
  await identify(tablet, 'ada@example.com', 90);
  await convert(later, 'again', 91);
  const after = await touches();
  expect(after.buy).toEqual(before.buy);
  expect(after.again).toEqual([tablet.session_id, later.session_id]);
});

test('a late message of an earlier visit is the first touch after recomputing', async () => {
  const { visit, convert, touches } = await newWorkspace();
  const firstVisit = await visit(60);
  await convert(firstVisit, 'buy', 61);
  expect(await touches()).toEqual({ buy: [firstVisit.session_id, firstVisit.session_id] });
  const late = await visit(0, { visitor: firstVisit.visitor_id });
  expect(await touches()).toEqual({ buy: [late.session_id, firstVisit.session_id] });
});

test('visits of the same person on another device count, from the moment it is known to be theirs', async () => {
  const { visit, identify, convert, touches } = await newWorkspace();
  const phone = await visit(0, { campaign: 'spring' });
  const laptop = await visit(60);
  await identify(laptop, 'ada@example.com', 61);
  await convert(laptop, 'before', 62);
  await identify(phone, 'ADA@example.com', 63);
  await convert(laptop, 'after', 64);
  expect(await touches()).toEqual({
    before: [laptop.session_id, laptop.session_id],
    after: [phone.session_id, laptop.session_id],
  });
});

test('an anonymous conversion gets the person’s other device when they are identified', async () => {
  const { visit, identify, convert, touches } = await newWorkspace();
  const phone = await visit(0);
  await identify(phone, 'ada@example.com', 1);
  const laptop = await visit(60);
  await convert(laptop, 'buy', 61);
  expect(await touches()).toEqual({ buy: [laptop.session_id, laptop.session_id] });
  await identify(laptop, 'ada@example.com', 62);
  expect(await touches()).toEqual({ buy: [phone.session_id, laptop.session_id] });
});

test('two people on one device are credited with their own visits, and the one in which they converted', async () => {
  const { visit, identify, convert, touches } = await newWorkspace();
  const hers = await visit(0);
  const device = { visitor: hers.visitor_id };
  await identify(hers, 'ada@example.com', 1);
  // He takes over in the middle of her visit.
  await identify(hers, 'bob@example.com', 10);
  await convert(hers, 'his first', 11);
  const his = await visit(60, device);
  await convert(his, 'his second', 61);
  const hersAgain = await visit(120, device);
  await identify(hersAgain, 'ada@example.com', 121);
  await convert(hersAgain, 'hers', 122);
  expect(await touches()).toEqual({
    'his first': [hers.session_id, hers.session_id],
    'his second': [his.session_id, his.session_id],
    hers: [hers.session_id, hersAgain.session_id],
  });
});

test("bots' visits are no touches, and what a bot does is credited to none", async () => {
  const { visit, convert, touches } = await newWorkspace();
  const bot = await visit(0, { campaign: 'spring', isBot: true });
  const human = await visit(60, { visitor: bot.visitor_id });
  await convert(human, 'buy', 61);
  await convert(bot, 'automatic', 62, { isBot: true });
  const { buy, automatic = [undefined, undefined] } = await touches();
  expect(buy).toEqual([human.session_id, human.session_id]);
  expect(automatic).toEqual([undefined, undefined]);
});

test('test data is credited to test visits only, also where the visitor is the same', async () => {
  const { visit, convert, touches, workspace } = await newWorkspace();
  const live = await visit(60);
  const other = await visit(0, { visitor: live.visitor_id }, workspace.developmentKey);
  await convert(live, 'live', 61);
  const trial = { type: 'conversion', name: 'trial', ...other, timestamp: at(62) };
  await h.send(trial, workspace.developmentKey);
  expect(await touches()).toEqual({ live: [live.session_id, live.session_id] });
  expect(await touches('?test=true')).toEqual({ trial: [other.session_id, other.session_id] });
});

test('a lead has touches as a conversion has; one without a visit has none', async () => {
  const { visit, identify, touches, workspace, rest } = await newWorkspace();
  const first = await visit(0);
  const last = await visit(60, { visitor: first.visitor_id });
  await identify(last, 'ada@example.com', 61);
  await rest.post('/leads', { visitor_id: randomUUID() });
  await touches();
  const rows = await h.db.workspace(
    workspace.id,
    (tx) => tx`
      select place, session_id, first_touch_until, last_touch_until, last_non_direct_from, linear_from, linear_until,
             position_until
      from touchpoints where subject_type = 'lead' order by place`,
  );
  const whole = 1_000_000;
  const half = whole / 2;
  expect([...rows]).toEqual([
    {
      ...{ place: 1, session_id: first.session_id, first_touch_until: whole },
      ...{ last_touch_until: null, last_non_direct_from: null },
      ...{ linear_from: 0, linear_until: half, position_until: half },
    },
    {
      ...{ place: 2, session_id: last.session_id, first_touch_until: null },
      ...{ last_touch_until: whole, last_non_direct_from: 0 },
      ...{ linear_from: half, linear_until: whole, position_until: whole },
    },
  ]);
});

test('a conversion has a row for each visit that still counts', async () => {
  const { visit, identify, convert, touches, workspace } = await newWorkspace();
  const hers = await visit(0);
  const phone = await visit(10);
  await visit(20, { visitor: hers.visitor_id });
  await convert(hers, 'buy', 30);
  await touches();
  const sessions = async () => {
    const rows = await h.db.workspace(
      workspace.id,
      (tx) =>
        tx<
          { session_id: string }[]
        >`select session_id from touchpoints where subject_type = 'conversion' order by place`,
    );
    return rows.map(({ session_id }) => session_id);
  };
  expect(await sessions()).toHaveLength(2);
  // It turns out that the second visit was somebody else's.
  await identify(phone, 'ada@example.com', 11);
  await identify(hers, 'ada@example.com', 12);
  await identify(hers, 'bob@example.com', 15);
  await identify(hers, 'ada@example.com', 25);
  await touches();
  expect(await sessions()).toEqual([hers.session_id, phone.session_id]);
});

test('touches that would be the same are not written again, and several at once agree', async () => {
  const { visit, convert, touches, workspace } = await newWorkspace();
  const ids = await visit(0);
  await convert(ids, 'buy', 1);
  await touches();
  const versions = () =>
    h.db.workspace(workspace.id, async (tx) => [
      ...(await tx`select xmin::text from ${tx(tx.stored('touchpoints'))}`),
    ]);
  const before = await versions();
  await Promise.all(
    Array.from({ length: 8 }, () =>
      h.db.workspace(workspace.id, (tx) => attribute(tx, workspace.id, [ids.visitor_id])),
    ),
  );
  expect(await versions()).toEqual(before);
});

test('another workspace is never touched', async () => {
  const [own, other] = [await newWorkspace(), await newWorkspace()];
  const ids = await own.visit(0);
  await own.convert(ids, 'buy', 1);
  const before = await own.touches();
  const count = (id: string) =>
    h.db.workspace(id, async (tx) => (await tx`select from touchpoints`).length);
  await h.db.workspace(other.workspace.id, (tx) =>
    attribute(tx, other.workspace.id, [ids.visitor_id]),
  );
  expect(await count(other.workspace.id)).toBe(0);
  expect(await own.touches()).toEqual(before);
});
