import {
  type Completeness,
  completenessLimits,
  type completenessOperations,
} from '@footfall/contract/completeness';
import { invalidRequest } from '@footfall/contract/errors';
import type { HandlersOf } from '@footfall/contract/operation';
import type { Tx } from '../../platform/db/connect.ts';
import { instant } from '../../platform/resource-kit/created-range.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';

const dayMs = 86_400_000;

export const completenessHandlers: HandlersOf<typeof completenessOperations, OperationContext> = {
  async getCompleteness({ tx, workspaceId }, { query }) {
    const { test = false } = query;
    const [from, to] = [instant(query.from), instant(query.to)];
    const end = to === undefined ? Math.ceil(Date.now() / dayMs) + 1 : dayOf(to);
    const start = from === undefined ? end - completenessLimits.usualDays : dayOf(from);
    if (start >= end || end - start > completenessLimits.days) {
      const message = `must be 1 to ${completenessLimits.days} days before \`to\``;
      throw invalidRequest([{ path: 'query.from', message }]);
    }
    return { data: await selectDays(tx, workspaceId, test, start, end) };
  },
};

const dayOf = (text: string) => Math.floor(Date.parse(text) / dayMs);

interface Row {
  day: number;
  browser: string;
  visits: number;
  received: number;
  refused: number;
  lost: number;
}

async function selectDays(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  start: number,
  end: number,
): Promise<Completeness> {
  const rows = await tx<Row[]>`
    select day, browser, visits, received::float8, refused::float8, lost::float8 from message_days
    where workspace_id = ${workspaceId} and is_test = ${isTest} and day >= ${start} and day < ${end}
    order by day, received + refused + lost desc, browser`;
  const shown = rows.map(({ day, ...row }) => ({
    ...row,
    date: new Date(day * dayMs).toISOString().slice(0, 10),
    made: made(row),
  }));
  const days = sumsBy(shown, ({ date }) => date);
  const browsers = sumsBy(shown, ({ browser }) => browser);
  const most = [...browsers].sort(([a, x], [b, y]) => y.made - x.made || (a < b ? -1 : 1));
  return {
    total: sumsBy(shown, () => '').get('') ?? { ...nothing },
    days: [...days].map(([date, counts]) => ({ date, ...counts })),
    browsers: most
      .slice(0, completenessLimits.browsers)
      .map(([browser, counts]) => ({ browser, ...counts })),
    rows: shown,
  };
}

const made = ({ received, refused, lost }: Omit<Row, 'day'>) => received + refused + lost;

const nothing = { visits: 0, made: 0, received: 0, refused: 0, lost: 0 };
const names = ['visits', 'made', 'received', 'refused', 'lost'] as const;

function sumsBy<Counted extends typeof nothing>(
  rows: Counted[],
  keyOf: (row: Counted) => string,
): Map<string, typeof nothing> {
  const sums = new Map<string, typeof nothing>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row)) ?? { ...nothing };
    sums.set(keyOf(row), sum);
    for (const name of names) sum[name] += row[name];
  }
  return sums;
}
