/** Imports campaign spend from a file: all of it, or nothing. */
import { type Issue, invalidRequest } from '@footfall/contract/errors';
import type { HandlersOf, OperationInput } from '@footfall/contract/operation';
import { type SpendImport, spendLimits, type spendOperations } from '@footfall/contract/spend';
import { CsvError } from '../../platform/csv/read-csv.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { readSpend, type SpendFile, SpendFileError } from './read-spend.ts';
import { type SpendEntry, type StoredSpend, storeSpend } from './spend.ts';

type Body = OperationInput<typeof spendOperations.importSpend>['body'];

/** Most rows in an error. */
const mostShownRows = 20;

export const spendHandlers: HandlersOf<typeof spendOperations, OperationContext> = {
  async importSpend({ tx, workspaceId }, { body }) {
    const isTrial = body.dry_run ?? false;
    const file = await fileIn(body);
    if (!isTrial) refuseUnfit(file, body.skip_bad ?? false);
    const stored = isTrial
      ? await triedOut(tx, workspaceId, file.entries)
      : await storeSpend(tx, workspaceId, file.entries);
    return { data: answerOf(file, stored, isTrial) };
  },
};

/** @throws ApiError invalid_request if it is no spend file */
async function fileIn({ csv, ...defaults }: Body): Promise<SpendFile> {
  const { source, medium, currency, date_order: dateOrder, decimal } = defaults;
  try {
    return await readSpend(bytesOf(csv), { source, medium, currency, dateOrder, decimal });
  } catch (error) {
    if (!(error instanceof SpendFileError || error instanceof CsvError)) throw error;
    throw unfit([error.message]);
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** @throws ApiError invalid_request */
function refuseUnfit({ entries, bad }: SpendFile, isSkipping: boolean): void {
  if (bad.length > 0 && !isSkipping) {
    const lines = bad.slice(0, mostShownRows).map(({ line, reason }) => `line ${line}: ${reason}`);
    const more = bad.length - lines.length;
    throw unfit(more > 0 ? [...lines, `and ${more} more rows`] : lines);
  }
  if (entries.length === 0) throw unfit(['has no usable rows']);
}

function unfit(messages: string[]) {
  return invalidRequest(messages.map((message): Issue => ({ path: 'body.csv', message })));
}

/** The result that storing would have. */
async function triedOut(tx: Tx, workspaceId: string, entries: SpendEntry[]): Promise<StoredSpend> {
  await tx`savepoint trial`;
  const stored = await storeSpend(tx, workspaceId, entries);
  await tx`rollback to savepoint trial`;
  return stored;
}

function answerOf(
  { entries, bad, totals }: SpendFile,
  { rows, campaigns, newCampaigns, amounts }: StoredSpend,
  isTrial: boolean,
): SpendImport {
  const days = entries.map(({ day }) => day).sort();
  return {
    rows,
    campaigns,
    new_campaigns: newCampaigns,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    amounts: amounts.map(({ currency, value }) => ({ currency, value: Number(value) })),
    totals_left_out: totals,
    bad_rows: bad.length,
    bad: bad.slice(0, spendLimits.badRows),
    dry_run: isTrial,
  };
}
