/* The second file: what a page asks for by data-extras, and nothing that it does not ask for. */
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();

/** Opens a page that asks for these extras and has this body. */
async function openPage(attributes: string, body: string, path = '/'): Promise<void> {
  const { recorder, page } = stage;
  recorder.head = recorder.tag(attributes) + body;
  await page.goto(recorder.site + path);
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await page.waitForFunction(() => 'extrasRun' in (document.scripts[0]?.dataset ?? {}));
}

const named = (name: string) => stage.recorder.named(name);
const propertiesOf = (name: string) => named(name).map(({ properties }) => properties);

/** What a click would load is not loaded. */
const stay = '<script>addEventListener("click", (event) => event.preventDefault())</script>';

test('a page that asks for none loads none', async () => {
  const { recorder, page } = stage;
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  recorder.head = recorder.tag();
  await page.goto(recorder.site);
  await expect.poll(() => named('page_view')).toHaveLength(1);
  expect(paths).not.toContain('/extra.js');
});

test('links to other sites and to files, without what stands behind their paths', async () => {
  await openPage(
    'data-extras="outbound downloads" data-domains="named.example"',
    `${stay}<a id="out" href="https://other.example/a?token=secret#x"><b>other</b></a>
     <a id="named" href="https://shop.named.example/">named</a>
     <a id="file" href="/files/report.PDF?signature=secret">file</a>
     <a id="saved" href="/export?id=1" download>saved</a>
     <a id="mail" href="mailto:ada@example.com">mail</a>
     <a id="own" href="/next">own</a>`,
  );
  for (const id of ['out', 'named', 'file', 'saved', 'mail', 'own']) {
    await stage.page.click(`#${id}`);
  }
  await stage.page.click('#out', { button: 'middle' });
  await expect.poll(() => named('outbound_click')).toHaveLength(2);
  const url = 'https://other.example/a';
  expect(propertiesOf('outbound_click')).toEqual([{ url }, { url }]);
  const { site } = stage.recorder;
  expect(propertiesOf('file_download')).toEqual([
    { url: `${site}/files/report.PDF` },
    { url: `${site}/export` },
  ]);
});

test('nothing is sent without the option', async () => {
  await openPage(
    'data-extras="clicks"',
    `${stay}<a id="out" href="https://other.example/">other</a>
     <button id="plan" type="button" data-footfall-event="plan chosen" data-footfall-plan="team" data-footfall-seat-count="5"
       data-secret="hidden"><i>Team</i></button>`,
  );
  await stage.page.click('#out');
  await stage.page.click('#plan i');
  await expect.poll(() => named('plan chosen')).toHaveLength(1);
  expect(propertiesOf('plan chosen')).toEqual([{ plan: 'team', seatCount: '5' }]);
  expect(named('outbound_click')).toEqual([]);
});

test('a form that navigates away reports its submission and its person, without values', async () => {
  await openPage(
    'data-extras="forms"',
    `<form id="contact" action="/thanks?step=2" method="get" data-footfall-lead="mail" data-footfall-form-kind="demo">
       <input name="mail" type="email" value=" ada@example.com "><input name="id" value="in the way">
       <input name="action" value="in the way"><textarea name="text">A private question</textarea><button>Send</button></form>`,
  );
  await stage.page.click('button');
  await stage.page.waitForURL('**/thanks?**');
  await expect.poll(() => named('form_submit')).toHaveLength(1);
  expect(propertiesOf('form_submit')).toEqual([
    { form: 'contact', url: `${stage.recorder.site}/thanks`, formKind: 'demo' },
  ]);
  expect(named('identify')).toMatchObject([{ email: 'ada@example.com' }]);
  const events = JSON.stringify(stage.recorder.messages().filter(({ type }) => type === 'event'));
  expect(events).not.toContain('private question');
  expect(events).not.toContain('ada@');
  expect(stage.errors).toEqual([]);
});

test('a form without the attribute names nobody, and its event can have a name', async () => {
  await openPage(
    'data-extras="forms clicks"',
    `<form data-footfall-event="newsletter" onsubmit="return false"><input name="email" value="ada@example.com"><button>Send</button></form>
     <form id="bad" action="http://[" data-footfall-lead onsubmit="return false"><input name="email" value="nobody"><button>Send</button></form>`,
  );
  await stage.page.click('form button');
  await stage.page.click('#bad button');
  await expect.poll(() => named('newsletter')).toHaveLength(1);
  await stage.page.evaluate(() => window.footfall.track('after all'));
  await expect.poll(() => named('after all')).toHaveLength(1);
  expect(named('identify')).toEqual([]);
  expect(stage.errors).toEqual([]);
});

test('each quarter of a page that was read, once', async () => {
  await openPage(
    'data-extras="scroll"',
    '<div style="height:5000px"></div><div id="box" style="height:50px;overflow:auto"><p style="height:900px"></div>',
  );
  const scroll = (top: number) =>
    stage.page.evaluate(async (to) => {
      scrollTo(0, to);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }, top);
  await scroll(10);
  await scroll(2000);
  await scroll(0);
  await scroll(2100);
  await scroll(9000);
  await stage.page.evaluate(() => document.querySelector('#box')?.scrollTo(0, 800));
  await expect.poll(() => named('scroll')).toHaveLength(2);
  expect(propertiesOf('scroll')).toEqual([{ percent: 50 }, { percent: 100 }]);
  await stage.page.evaluate(() => history.pushState(null, '', '/second'));
  await scroll(2000);
  await expect.poll(() => named('scroll')).toHaveLength(3);
});

test.each([
  ['the tag', 'data-status="404"', ''],
  ['a meta element', '', '<meta name="footfall-status" content="404">'],
])('a page that is not there, by %s', async (_, attribute, body) => {
  await openPage(`data-extras="missing" ${attribute}`, body, '/gone');
  await expect.poll(() => named('page_not_found')).toHaveLength(1);
  expect(named('page_not_found')[0]?.context.page?.url).toBe(`${stage.recorder.site}/gone`);
});

test('a page that is not there, by what the server answered; one that is there is none', async () => {
  const { page, recorder } = stage;
  recorder.status = 404;
  await openPage('data-extras="missing"', '', '/lost');
  await expect.poll(() => named('page_not_found')).toHaveLength(1);
  recorder.status = 200;
  await page.goto(`${recorder.site}/found`);
  await page.evaluate(() => window.footfall.track('after all'));
  await expect.poll(() => named('after all')).toHaveLength(1);
  expect(named('page_not_found')).toHaveLength(1);
});

test('web vitals, once, as the page goes out of view', async () => {
  await openPage(
    'data-extras="vitals"',
    '<h1>Large</h1><p id="late"></p><button onclick="const end = performance.now() + 80; while (performance.now() < end);">slow</button><p>moves</p>',
  );
  await stage.page.click('button');
  await stage.page.evaluate(async () => {
    // After the half second in which a shift is owed to the click.
    await new Promise((resolve) => setTimeout(resolve, 700));
    const late = document.querySelector<HTMLElement>('#late');
    if (late) late.style.height = '300px';
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await stage.page.goto(`${stage.recorder.site}/next`);
  await expect.poll(() => named('web_vitals')).toHaveLength(1);
  const [vitals] = propertiesOf('web_vitals') as [Record<string, number>];
  expect(vitals.url).toBe(`${stage.recorder.site}/`);
  expect(vitals.lcp).toBeGreaterThan(0);
  expect(vitals.inp).toBeGreaterThanOrEqual(80);
  expect(vitals.cls).toBeGreaterThan(0.01);
  expect(vitals.cls).toBeLessThan(1);
});

test('in a tag of its own, and twice, it runs once', async () => {
  const { recorder, page } = stage;
  const own = `<script async src="${recorder.host}/extra.js" crossorigin="anonymous" data-extras="clicks"></script>`;
  recorder.head = `${own}${recorder.tag()}${own}<button data-footfall-event="pressed">Press</button>`;
  await page.goto(recorder.site);
  await page.waitForFunction(() => document.querySelector('[data-extras-run]'));
  await expect.poll(() => named('page_view')).toHaveLength(1);
  await page.click('button');
  await expect.poll(() => named('pressed')).toHaveLength(1);
});

test('where it cannot be loaded the script goes on', async () => {
  const { recorder, page, errors } = stage;
  await page.route('**/extra.js', (route) => route.abort('blockedbyclient'));
  recorder.head = recorder.tag('data-extras="outbound" data-domains="localhost"');
  await page.goto(`${recorder.site}/#ff_visit=x`);
  await expect.poll(() => named('page_view')).toHaveLength(1);
  expect(errors).toEqual([]);
});
