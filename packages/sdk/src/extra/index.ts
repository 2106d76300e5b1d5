/*
 * The second file, with features that many pages do not need. Loaded by `data-extras` in the script tag, or by a
 * separate tag.
 */
import type { FootfallApi } from '../footfall.ts';
import { watchClicks } from './clicks.ts';
import { adaptConsent } from './consent-tools.ts';
import { watchForms } from './forms.ts';
import { handOver, takeOver } from './hand-over.ts';
import { tellMissing } from './missing.ts';
import type { Client, ExtraName, ExtraOptions } from './options.ts';
import { watchScroll } from './scroll.ts';
import { watchVitals } from './vitals.ts';

const tag = document.querySelector<HTMLScriptElement>('script[data-extras]');
const core = document.querySelector<HTMLScriptElement>('script[data-key^=svc_]');
const marker = 'extrasRun';

// A page that loads it twice counts once.
if (tag && core && !(marker in core.dataset)) {
  core.dataset[marker] = '';
  const options: ExtraOptions = tag.dataset;
  const domains = (options.domains ?? '').split(' ').filter(Boolean);
  const names = (options.extras ?? '').split(' ');
  const wanted = (name: ExtraName) => names.includes(name);
  if (domains.length) Object.assign(core.dataset, takeOver(domains));
  window.footfall ??= [];
  (window.footfall as FootfallApi).push((client: Client) => {
    adaptConsent(client, wanted, options.purposes);
    if (wanted('missing')) tellMissing(client, options.status);
    if (wanted('vitals')) watchVitals(client);
    if (wanted('scroll')) watchScroll(client);
    if (wanted('forms')) watchForms(client);
    watchClicks(
      client,
      {
        outbound: wanted('outbound'),
        downloads: wanted('downloads'),
        clicks: wanted('clicks'),
      },
      domains,
    );
    if (domains.length) handOver(client, domains);
  });
}
