/** What the dashboard shows of figures, read off the page, and how it writes what the service answers. */
import type { Stats, StatsFigures } from '@footfall/contract/stats';
import type { Page } from 'playwright-core';

/** One number with its name and how it changed, as it stands there. */
export interface ShownFigure {
  label: string;
  value: string;
  change: string;
  previously: string | null;
}

export function shownFigures(page: Page): Promise<ShownFigure[]> {
  return page.evaluate(`[...document.querySelectorAll('main fieldset button[aria-pressed]')].map((one) => {
    const [label, value, change] = [...one.children];
    return {
      label: label.textContent,
      value: value.textContent,
      change: change.textContent.trim(),
      previously: change.getAttribute('title'),
    };
  })`);
}

/** The rows of a table: of each cell its text, and what is told of it where one points at it. */
export function shownRows(page: Page, card: string): Promise<string[][]> {
  return page
    .getByRole('region', { name: card, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows: { children: Iterable<{ textContent: string; title: string }> }[]) =>
      rows.map(({ children }) =>
        [...children].flatMap(({ textContent, title }) =>
          title ? [textContent, title] : [textContent],
        ),
      ),
    );
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

export const writeNumber = (value: number) => number.format(value);

function writeDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The figures in the order of the page: how each is called, and how it is written. */
const figures = {
  visitors: { label: 'Visitors', write: writeNumber },
  sessions: { label: 'Visits', write: writeNumber },
  page_views: { label: 'Page views', write: writeNumber },
  bounce_rate: { label: 'Bounce rate', write: (share: number) => percent.format(share) },
  average_engaged_seconds: { label: 'Engagement time', write: writeDuration },
  leads: { label: 'Leads', write: writeNumber },
  conversions: { label: 'Conversions', write: writeNumber },
};

export const figureNames = [...Object.keys(figures), 'revenue'];

/** In which most days have revenue, the first of several; of the period before where there is none since. */
export function shownCurrency({ rows, total, previous_total: before }: Stats): string {
  const earned = [...rows.map(({ figures }) => figures), total].flatMap(
    ({ revenue = [] }) => revenue,
  );
  const currencies = (earned.length > 0 ? earned : (before?.revenue ?? [])).map(
    ({ currency }) => currency,
  );
  const times = (currency: string) => currencies.filter((other) => other === currency).length;
  const most = Math.max(...currencies.map(times));
  return currencies.find((currency) => times(currency) === most) ?? '';
}

/** How the figures of an answer are to be shown. `currency`: '' where nothing was earned. */
export function writtenFigures(
  now: StatsFigures,
  before: StatsFigures,
  currency: string,
): ShownFigure[] {
  const counted = Object.entries(figures).map(([name, { label, write }]) => {
    const of = (each: StatsFigures) => each[name as keyof typeof figures] ?? null;
    return writtenFigure(label, of(now), of(before), write);
  });
  const writeMoney = (value: number) =>
    currency === ''
      ? writeNumber(value)
      : new Intl.NumberFormat('en', { style: 'currency', currency }).format(value);
  const sum = ({ revenue = [] }: StatsFigures) =>
    revenue.find((amount) => amount.currency === currency)?.value ?? 0;
  return [...counted, writtenFigure('Revenue', sum(now), sum(before), writeMoney)];
}

function writtenFigure(
  label: string,
  now: number | null,
  before: number | null,
  write: (value: number) => string,
): ShownFigure {
  const value = now === null ? '–' : write(now);
  if (now === null || before === null || before === 0) {
    return { label, value, change: '', previously: null };
  }
  return {
    label,
    value,
    change: percent.format(Math.abs((now - before) / before)),
    previously: `${write(before)} in the previous period`,
  };
}
