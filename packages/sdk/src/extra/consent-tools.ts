import type { Choice } from '../types.ts';
import type { Client } from './options.ts';

/** TCF purposes: store on the device, measure content, understand audiences. */
const usualPurposes = '1 8 9';
const retryMs = 250;
const mostRetries = 40;

interface TcData {
  eventStatus: string;
  gdprApplies?: boolean;
  purpose: { consents: Record<string, boolean> };
}

declare global {
  interface Window {
    __tcfapi?: (
      command: 'addEventListener',
      version: 2,
      tell: (data: TcData, isGood: boolean) => void,
    ) => void;
    dataLayer?: unknown[];
  }
}

/** Applies a consent tool's state as the script's consent. Global Privacy Control takes precedence, with `gpc`. */
export function adaptConsent(
  { consent, status }: Client,
  wanted: (name: 'tcf' | 'gcm' | 'gpc') => boolean,
  purposes: string = usualPurposes,
): void {
  const isRefused =
    wanted('gpc') && (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  const choose = (isGranted: boolean | undefined) => {
    const choice: Choice = isGranted && !isRefused ? 'granted' : 'denied';
    if (status().consent !== choice) consent(choice);
  };
  if (isRefused) choose(false);
  if (wanted('tcf')) followTcf(choose, purposes);
  if (wanted('gcm')) followConsentMode(choose);
}

function followTcf(choose: (isGranted: boolean) => void, purposes: string, retries = 0): void {
  const { __tcfapi } = window;
  if (!__tcfapi) {
    if (retries < mostRetries) setTimeout(followTcf, retryMs, choose, purposes, retries + 1);
    return;
  }
  __tcfapi('addEventListener', 2, (data, isGood) => {
    // The dialog is open: no choice yet.
    if (!isGood || data.eventStatus === 'cmpuishown') return;
    choose(
      data.gdprApplies === false ||
        purposes.split(' ').every((purpose) => data.purpose.consents[purpose]),
    );
  });
}

/** gtag('consent', 'update', { analytics_storage: 'granted' }). A default is not a choice. */
function followConsentMode(choose: (isGranted: boolean) => void): void {
  window.dataLayer ??= [];
  const layer = window.dataLayer;
  const read = (entry: unknown) => {
    const [command, action, states] = Array.from(entry as ArrayLike<unknown>);
    if (command !== 'consent' || action !== 'update') return;
    const state = (states as Record<string, unknown> | undefined)?.analytics_storage;
    if (state) choose(state === 'granted');
  };
  const original = layer.push;
  layer.push = (...entries) => {
    const count = original.apply(layer, entries);
    for (const entry of entries) if (entry) read(entry);
    return count;
  };
  for (const entry of [...layer]) if (entry) read(entry);
}
