/** What somebody with a share link may ask: what the contract lists, beside what is the link's own. */
import { ApiError } from '@footfall/contract/errors';
import { sharedParameters, unsharedDimensions } from '@footfall/contract/shares';
import { statsQueryOf } from '../workspaces/shares/query.ts';
import type { ShareFacts } from '../workspaces/shares/store.ts';
import type { RawInput } from './input.ts';

const parameters = new Map<string, readonly string[]>(Object.entries(sharedParameters));

/**
 * The link's own parameters count, whatever was sent. @throws ApiError forbidden, where more is asked for than it tells
 */
export function sharedInput(operation: string, share: ShareFacts, raw: RawInput): RawInput {
  const asked = Object.entries(Object(raw.query));
  const known = parameters.get(operation);
  if (!known) throw notShared('A share link does not do this.');
  const other = asked.find(([name]) => !known.includes(name));
  if (other) throw notShared(`A share link takes ${known.join(', ')}, and nothing else.`);
  const { dimensions, breakdowns } = Object(raw.query);
  const names = [dimensions, breakdowns].flatMap((asked) => String(asked ?? '').split(/[,:]/));
  const untold = unsharedDimensions.find((name) => names.includes(name));
  if (untold) throw notShared(`A share link tells nothing by ${untold}.`);
  return {
    params: {},
    query: { ...(raw.query as object), ...statsQueryOf(share.query) },
    body: undefined,
  };
}

function notShared(message: string): ApiError {
  return new ApiError('forbidden', message, { reason: 'not_shared' });
}
