/** What facts add to the sums that are kept: collected for many facts, then stored as differences. Pure. */
import {
  dimensionsCode,
  keptPairs,
  type Measure,
  type Measures,
  measures,
  pageDimension,
  pairedWithPages,
  visitDimensionNames,
  visitDimensions,
} from './dimensions.ts';
import type { StoredFact } from './facts.ts';

/** As far as sums are concerned. */
type Fact = Omit<StoredFact, 'settled'>;

export interface QuarterSum extends Measures {
  isTest: boolean;
  quarter: number;
}

export interface DaySum extends Measures {
  isTest: boolean;
  dimensions: number;
  day: number;
  first: number;
  second: number;
}

/** Differences, by where they are stored. */
export class Contributions {
  readonly #quarters = new Map<string, QuarterSum>();
  readonly #days = new Map<string, DaySum>();

  /** `sign`: 1 adds what the fact counts, -1 takes it away. */
  add(fact: Fact, sign: 1 | -1): void {
    const { isTest, quarter } = fact;
    const key = `${isTest}${quarter}`;
    const known = this.#quarters.get(key);
    if (known) addMeasures(known, fact, sign);
    else this.#quarters.set(key, { isTest, quarter, ...signed(fact, sign) });
    for (const name of visitDimensionNames) {
      this.#addDay(fact, dimensionsCode(visitDimensions[name]), fact[name], 0, fact, sign);
    }
    for (const [first, second] of keptPairs) {
      const code = dimensionsCode(visitDimensions[first], visitDimensions[second]);
      this.#addDay(fact, code, fact[first], fact[second], fact, sign);
    }
    this.#addPages(fact, sign);
  }

  #addPages(fact: Fact, sign: 1 | -1): void {
    for (const [place, page] of (fact.pages ?? []).entries()) {
      const seen = { ...nothing, sessions: 1, page_views: fact.page_counts?.[place] ?? 0 };
      this.#addDay(fact, dimensionsCode(pageDimension), page, 0, seen, sign);
      for (const name of pairedWithPages) {
        const code = dimensionsCode(visitDimensions[name], pageDimension);
        this.#addDay(fact, code, fact[name], page, seen, sign);
      }
    }
  }

  #addDay(
    { isTest, day }: Fact,
    dimensions: number,
    first: number,
    second: number,
    sums: Measures,
    sign: 1 | -1,
  ): void {
    const key = `${isTest}${dimensions},${day},${first},${second}`;
    const known = this.#days.get(key);
    if (known) addMeasures(known, sums, sign);
    else this.#days.set(key, { isTest, dimensions, day, first, second, ...signed(sums, sign) });
  }

  quarters(): QuarterSum[] {
    return [...this.#quarters.values()]
      .filter(changes)
      .sort((a, b) => Number(a.isTest) - Number(b.isTest) || a.quarter - b.quarter);
  }

  days(): DaySum[] {
    return [...this.#days.values()].filter(changes).sort(byKey);
  }
}

const nothing: Measures = {
  sessions: 0,
  page_views: 0,
  bounces: 0,
  engaged_ms: 0,
  leads: 0,
  conversions: 0,
};

function byKey(a: DaySum, b: DaySum): number {
  return (
    Number(a.isTest) - Number(b.isTest) ||
    a.dimensions - b.dimensions ||
    a.day - b.day ||
    a.first - b.first ||
    a.second - b.second
  );
}

function changes(sums: Measures): boolean {
  return measures.some((name: Measure) => sums[name] !== 0);
}

function addMeasures(to: Measures, sums: Measures, sign: 1 | -1): void {
  to.sessions += sign * sums.sessions;
  to.page_views += sign * sums.page_views;
  to.bounces += sign * sums.bounces;
  to.engaged_ms += sign * sums.engaged_ms;
  to.leads += sign * sums.leads;
  to.conversions += sign * sums.conversions;
}

function signed(sums: Measures, sign: 1 | -1): Measures {
  const made = { ...nothing };
  addMeasures(made, sums, sign);
  return made;
}
