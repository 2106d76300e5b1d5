/* Reads all records of a list, page by page, up to a limit. */
import type { OperationSpec } from '@footfall/contract/operation';
import { type PagedBody, request, type Target } from './request.ts';
import type { ApiInput } from './values.ts';

const mostRecords = 10_000;
const recordsAtOnce = 100;

/** By cursor if the list has one, so that new records cause no repeats; else by offset. */
export async function readAll(
  target: Target,
  operation: OperationSpec,
  { params, query, body }: ApiInput,
): Promise<PagedBody> {
  const hasCursor = 'cursor' in (operation.query?.properties ?? {});
  const parameters = new URLSearchParams(query);
  if (!parameters.has('limit')) parameters.set('limit', String(recordsAtOnce));
  if (hasCursor && !parameters.has('cursor')) parameters.set('cursor', '');
  const all: PagedBody['data'] = [];
  const begun = Number(parameters.get('offset') ?? 0);
  for (;;) {
    const response = await request(target, operation, { params, query: parameters, body });
    const { data, pagination } = (await response.json()) as PagedBody;
    all.push(...data);
    const next = pagination.next_cursor;
    const isEnd = hasCursor ? !next : begun + all.length >= pagination.total;
    if (isEnd || data.length === 0 || all.length >= mostRecords) return { data: all, pagination };
    if (hasCursor) parameters.set('cursor', String(next));
    else parameters.set('offset', String(begun + all.length));
  }
}
