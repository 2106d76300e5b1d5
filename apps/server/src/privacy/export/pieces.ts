/** Reads the parts of a document, a few records at a time. */
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import type { Subject } from './subject.ts';

export interface Piece {
  records: object[];
  /** Cursor of the part's next piece; undefined at the end. */
  next: string | undefined;
}

/** `cursor`: undefined at the start of the part. */
export type ReadPart = (
  context: OperationContext,
  subject: Subject,
  cursor: string | undefined,
) => Promise<Piece>;

export const usualRows = 200;

export const pageFrom = (cursor: string | undefined, limit = usualRows, sort = '-created_at') =>
  orderedPageOf({ limit, cursor: cursor ?? '' }, sort);

interface Listed {
  data: object[];
  pagination: { next_cursor?: string | null };
}

export const pieceOf = ({ data, pagination }: Listed): Piece => ({
  records: data,
  next: pagination.next_cursor ?? undefined,
});

export const whole = (records: object[]): Piece => ({ records, next: undefined });
export const nothing = whole([]);

/** Concatenates lists. */
export const inTurn =
  (first: ReadPart, second: ReadPart): ReadPart =>
  async (context, subject, cursor) => {
    const isSecond = cursor?.startsWith('2') ?? false;
    const read = isSecond ? second : first;
    const { records, next } = await read(context, subject, cursor?.slice(1) || undefined);
    if (next !== undefined) return { records, next: `${isSecond ? 2 : 1}${next}` };
    return { records, next: isSecond ? undefined : '2' };
  };
