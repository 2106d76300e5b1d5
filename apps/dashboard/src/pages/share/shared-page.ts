/** Description of a shared page, before any figures. */
import type { SharedPage } from '@footfall/contract/shares';
import { ApiFault, faultOf } from '../../api/fault.ts';
import type { ShownPeriod } from '../../shell/frame-context.tsx';
import { addDays, dayOf, daysOf, isDate } from '../../shell/periods.ts';

/** @throws ApiFault */
export async function fetchSharedPage(api: string): Promise<SharedPage> {
  const { data } = (await (await ask(api)).json()) as { data: SharedPage };
  return data;
}

/** The browser stores a pass, which grants access from then on. @throws ApiFault */
export async function tellPassword(api: string, password: string): Promise<void> {
  await ask(`${api}/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
}

async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const options: RequestInit = { ...init, credentials: 'same-origin' };
  const response = await fetch(address, options).catch((error: unknown) => {
    throw new ApiFault('unreachable', String(error));
  });
  if (!response.ok) throw await faultOf(response);
  return response;
}

/** The counted days, in the link's time zone. */
export function sharedPeriod({ query }: SharedPage, now: number): ShownPeriod {
  const { days = 30, from, to, time_zone: timeZone = 'UTC' } = query;
  const period =
    from !== undefined && to !== undefined
      ? { since: firstDay(from, timeZone), until: endDay(to, timeZone), timeZone }
      : lastDays(days, timeZone, now);
  return { ...period, days: daysOf(period) };
}

function lastDays(days: number, timeZone: string, now: number) {
  const today = dayOf(now, timeZone);
  return { since: addDays(today, 1 - days), until: addDays(today, 1), timeZone };
}

function firstDay(from: string, timeZone: string): string {
  return isDate(from) ? from : dayOf(Date.parse(from), timeZone);
}

/** The day after the last. */
function endDay(to: string, timeZone: string): string {
  return isDate(to) ? to : addDays(dayOf(Date.parse(to) - 1, timeZone), 1);
}
