/** Input allowed for readers of a share link: what the contract lists, plus the link's own parameters. */
import { ApiError } from '@footfall/contract/errors';
import { sharedTableParameters } from '@footfall/contract/shared-tables';
import { sharedParameters, unsharedDimensions } from '@footfall/contract/shares';
import { statsQueryOf } from '../../accounts/workspaces/shares/query.ts';
import type { ShareFacts } from '../../accounts/workspaces/shares/store.ts';
import {
  type SharedView,
  tableOperation,
  tableQueryOf,
  tableSorts,
} from '../../accounts/workspaces/shares/table.ts';
import type { RawInput } from './input.ts';

const parameters = new Map<string, readonly string[]>(Object.entries(sharedParameters));

/** The link's own parameters always apply. @throws ApiError forbidden if more is requested than the link shows */
export function sharedInput(operation: string, share: ShareFacts, raw: RawInput): RawInput {
  const { view } = share;
  const query = view
    ? tableInput(operation, { ...share, view }, raw)
    : statsInput(operation, share, raw);
  return { params: {}, query, body: undefined };
}

function statsInput(operation: string, share: ShareFacts, raw: RawInput) {
  const allowed = parameters.get(operation);
  // A link to a deleted view has neither a table nor figures.
  if (!allowed || share.page !== 'overview')
    throw notShared('A share link does not support this request.');
  requireAllowed(raw, allowed);
  const { dimensions, breakdowns } = Object(raw.query);
  const names = [dimensions, breakdowns].flatMap((requested) =>
    String(requested ?? '').split(/[,:]/),
  );
  const untold = unsharedDimensions.find((name) => names.includes(name));
  if (untold) throw notShared(`A share link cannot group by ${untold}.`);
  return { ...(raw.query as object), ...statsQueryOf(share.query) };
}

function tableInput(operation: string, share: ShareFacts & { view: SharedView }, raw: RawInput) {
  if (operation !== tableOperation(share.page))
    throw notShared('A share link does not support this request.');
  requireAllowed(raw, sharedTableParameters);
  const sorts = tableSorts(share);
  const { sort = share.view.sort || sorts[0] } = Object(raw.query);
  if (!sorts.includes(sort)) throw notShared(`This link can sort only by ${sorts.join(', ')}.`);
  return { ...(raw.query as object), sort, ...tableQueryOf(share) };
}

/** @throws ApiError forbidden */
function requireAllowed({ query }: RawInput, allowed: readonly string[]): void {
  const other = Object.keys(Object(query)).find((name) => !allowed.includes(name));
  if (other === undefined) return;
  throw notShared(`A share link supports only these parameters: ${allowed.join(', ')}.`);
}

function notShared(message: string): ApiError {
  return new ApiError('forbidden', message, { reason: 'not_shared' });
}
