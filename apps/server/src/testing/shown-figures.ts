/** What the dashboard shows of figures, read off the page, and how it writes what the service answers. */
import type { StatsFigures } from '@footfall/contract/stats';
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
  bounce_rate: { label: 'Bounces', write: (share: number) => percent.format(share) },
  average_engaged_seconds: { label: 'Attention per visit', write: writeDuration },
  leads: { label: 'Leads', write: writeNumber },
  conversions: { label: 'Conversions', write: writeNumber },
};

export const figureNames = [...Object.keys(figures), 'revenue'];

/** How the figures of an answer are to be shown; `currency` is what most was earned in. */
export function writtenFigures(
  now: StatsFigures,
  before: StatsFigures,
  currency: string,
): ShownFigure[] {
  const counted = Object.entries(figures).map(([name, { label, write }]) => {
    const of = (each: StatsFigures) => each[name as keyof typeof figures] ?? null;
    return writtenFigure(label, of(now), of(before), write);
  });
  const money = new Intl.NumberFormat('en', { style: 'currency', currency });
  // Where nothing was earned there is no currency either.
  const isEarned = [now, before].some(({ revenue = [] }) => revenue.length > 0);
  const sum = ({ revenue = [] }: StatsFigures) =>
    revenue.find((amount) => amount.currency === currency)?.value ?? 0;
  return [
    ...counted,
    writtenFigure('Revenue', sum(now), sum(before), (value) =>
      isEarned ? money.format(value) : writeNumber(value),
    ),
  ];
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
    previously: `${write(before)} in the period before`,
  };
}
