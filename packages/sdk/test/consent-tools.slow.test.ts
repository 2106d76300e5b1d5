/* Consent tools as they speak: the IAB's TCF 2, Google's Consent Mode 2, Global Privacy Control. */
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();

/** As consent tools stand in a page before they have loaded, and what `tell` says later. */
const tcfTool = `<script>
  var listeners = [];
  function tell(data) { listeners.forEach(function (each) { each(data, true); }); }
  function __tcfapi(command, version, listener) { if (command === 'addEventListener' && version === 2) listeners.push(listener); }
</script>`;
const gtag =
  '<script>window.dataLayer = []; function gtag() { dataLayer.push(arguments); } gtag("consent", "default", { analytics_storage: "denied" });</script>';

async function openPage(tool: string, extras: string, consent = 'data-consent="required"') {
  const { recorder, page } = stage;
  recorder.head = `${tool}${recorder.tag(`${consent} data-extras="${extras}"`)}`;
  await page.goto(recorder.site);
  await page.waitForFunction(() => document.querySelector('[data-extras-run]'));
}

const consentOf = () => stage.page.evaluate(() => window.footfall.status().consent);
const run = (code: string) => stage.page.evaluate(code);
const chosen = (eventStatus: string, consents: object, more: object = {}) =>
  run(`tell(${JSON.stringify({ eventStatus, purpose: { consents }, ...more })})`);

test('TCF: nothing before the visitor has chosen, then as they chose, and as they choose anew', async () => {
  const { recorder } = stage;
  await openPage(tcfTool, 'tcf');
  await chosen('cmpuishown', { 1: true, 8: true, 9: true });
  expect(await consentOf()).toBe('pending');
  await chosen('useractioncomplete', { 1: true, 8: true, 9: true });
  expect(await consentOf()).toBe('granted');
  await expect.poll(() => recorder.named('page_view')).toHaveLength(1);
  await chosen('useractioncomplete', { 1: true, 8: true });
  expect(await consentOf()).toBe('denied');
});

test('TCF: other purposes, and visitors outside the scope of the law', async () => {
  await openPage(tcfTool, 'tcf', 'data-consent="required" data-purposes="1 8"');
  await chosen('tcloaded', { 1: true, 8: true });
  expect(await consentOf()).toBe('granted');
  await chosen('tcloaded', {});
  expect(await consentOf()).toBe('denied');
  await chosen('tcloaded', {}, { gdprApplies: false });
  expect(await consentOf()).toBe('granted');
});

test('TCF: a tool that comes later is heard', async () => {
  await openPage('', 'tcf');
  await run(`window.__tcfapi = (command, version, listener) =>
    listener({ eventStatus: 'tcloaded', purpose: { consents: { 1: true, 8: true, 9: true } } }, true)`);
  await expect.poll(consentOf).toBe('granted');
});

test('Consent Mode: a default is no choice, an update is one, whenever it comes', async () => {
  const { recorder, page } = stage;
  await openPage(gtag, 'gcm');
  expect(await consentOf()).toBe('pending');
  await run(`dataLayer.push(null, 5, 'x', { event: 'x' }, ['consent', 'update']);
    gtag('consent', 'update', { ad_storage: 'granted' })`);
  expect(await consentOf()).toBe('pending');
  await run('gtag("consent", "update", { analytics_storage: "granted" })');
  expect(await consentOf()).toBe('granted');
  await run('gtag("consent", "update", { analytics_storage: "denied" })');
  expect(await consentOf()).toBe('denied');
  expect(await run('dataLayer.length')).toBe(9);

  // As a tool that knows the visitor says it at once.
  const again = `${gtag}<script>gtag('consent', 'update', { analytics_storage: 'granted' })</script>`;
  recorder.head = `${again}${recorder.tag('data-consent="required" data-extras="gcm"')}`;
  await page.goto(`${recorder.site}/again`);
  await expect.poll(consentOf).toBe('granted');
  expect(stage.errors).toEqual([]);
});

test('Global Privacy Control outranks a tool where the site asks for that', async () => {
  const { context } = stage;
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  await openPage(tcfTool, 'tcf gpc');
  await chosen('useractioncomplete', { 1: true, 8: true, 9: true });
  expect(await consentOf()).toBe('denied');
  await openPage(tcfTool, 'tcf');
  await chosen('useractioncomplete', { 1: true, 8: true, 9: true });
  expect(await consentOf()).toBe('granted');
});
