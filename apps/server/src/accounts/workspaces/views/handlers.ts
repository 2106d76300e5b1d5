import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { FilterFault } from '@footfall/contract/filter';
import { checkFilter } from '@footfall/contract/filter-check';
import type { HandlersOf } from '@footfall/contract/operation';
import {
  mostSharedViews,
  mostViewsOfMember,
  type View,
  type ViewPage,
  type viewOperations,
  viewPages,
} from '@footfall/contract/views';
import { uuidv7 } from 'uuidv7';
import { existing } from '../../../platform/resource-kit/not-found.ts';
import {
  memberId,
  type OperationContext,
} from '../../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../../platform/resource-kit/paging.ts';
import { deleteSharesOfView } from '../shares/store.ts';
import {
  countForRoom,
  deleteView,
  insertView,
  listViews,
  lockView,
  updateView,
  type ViewContent,
} from './store.ts';

export const viewHandlers: HandlersOf<typeof viewOperations, OperationContext> = {
  listViews: ({ tx, workspaceId, actor }, { query }) =>
    listViews(tx, workspaceId, memberId(actor), query.page, orderedPageOf(query)),

  async createView(context, { body }) {
    const { tx, workspaceId, actor } = context;
    const view = contentOf(body.page, body, unfiltered);
    await requireMaySee(context, view);
    await requireRoom(context, { isNew: true, isNewlyShared: view.shared });
    const [id, ownerId] = [uuidv7(), memberId(actor)];
    await insertView(tx, workspaceId, { ...view, id, page: body.page, ownerId });
    return { data: existing(await lockView(tx, workspaceId, ownerId, id), 'view') };
  },

  async updateView(context, { params, body }) {
    const { tx, workspaceId, actor, requireMatch } = context;
    const before = await ownView(context, params.id);
    requireMatch(before);
    const view = contentOf(before.page, body, before);
    await requireMaySee(context, view);
    await requireRoom(context, { isNew: false, isNewlyShared: view.shared && !before.shared });
    await updateView(tx, workspaceId, before.id, view);
    if (!showsTheSame(before, view)) await endLinks(context, before.id);
    // Somebody else's view is no longer visible once it is not shared.
    const after = await lockView(tx, workspaceId, memberId(actor), before.id);
    return { data: after ?? { ...before, ...view } };
  },

  async deleteView(context, { params }) {
    const { tx, workspaceId, requireMatch } = context;
    const view = await ownView(context, params.id);
    requireMatch(view);
    await deleteView(tx, workspaceId, view.id);
    await endLinks(context, view.id);
    return undefined;
  },
};

/** A link's creator knew what it reveals; another filter or other columns would reveal something else. */
async function endLinks(
  { tx, workspaceId, noteChanges }: OperationContext,
  id: string,
): Promise<void> {
  const ended = await deleteSharesOfView(tx, workspaceId, id);
  if (ended > 0) noteChanges({ share_links: [ended, 0] });
}

function showsTheSame(before: ViewContent, after: ViewContent): boolean {
  const shown = ({ filter, sort, columns, test }: ViewContent) =>
    JSON.stringify([filter, sort, columns, test]);
  return shown(before) === shown(after);
}

const unfiltered: Omit<ViewContent, 'name'> = {
  filter: '',
  sort: '',
  columns: [],
  range: '',
  test: false,
  shared: false,
};

/** The new values over the existing ones. @throws ApiError invalid_request */
function contentOf(
  page: ViewPage,
  content: Partial<ViewContent>,
  before: Omit<ViewContent, 'name'> & { name?: string },
): ViewContent {
  const { filter = before.filter, sort = before.sort, columns = before.columns } = content;
  const { range = before.range, test = before.test, shared = before.shared } = content;
  const name = (content.name ?? before.name ?? '').trim();
  requireFilter(filter, page);
  return { name, filter: filter.trim(), sort, columns, range, test, shared };
}

/** Checked as the page will use it. @throws ApiError invalid_request */
function requireFilter(filter: string, page: ViewPage): void {
  if (filter.trim() === '') return;
  try {
    checkFilter(filter, viewPages[page]);
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    throw invalidRequest([{ path: 'body.filter', message: error.placed }]);
  }
}

/** @throws ApiError forbidden */
async function requireMaySee({ actor, permissions }: OperationContext, view: ViewContent) {
  if (!view.shared) {
    if (actor.kind !== 'command') return;
    const message = 'must be true: the command line cannot have private views';
    throw invalidRequest([{ path: 'body.shared', message }]);
  }
  if (permissions.role !== 'viewer') return;
  const roles = ['admin', 'member'];
  const message =
    'Sharing a view needs the role admin or member. Save the view for yourself instead.';
  throw new ApiError('forbidden', message, { reason: 'missing_role', roles });
}

/** A view that the caller may change. @throws ApiError not_found, forbidden */
async function ownView({ tx, workspaceId, actor, permissions }: OperationContext, id: string) {
  const view: View = existing(await lockView(tx, workspaceId, memberId(actor), id), 'view');
  if (view.owner.id === memberId(actor) || permissions.role === 'admin') return view;
  const message = 'This view belongs to somebody else. Save your own view, or ask an admin.';
  throw new ApiError('forbidden', message, { reason: 'not_owner' });
}

/** @throws ApiError conflict */
async function requireRoom(
  { tx, workspaceId, actor }: OperationContext,
  { isNew, isNewlyShared }: { isNew: boolean; isNewlyShared: boolean },
): Promise<void> {
  if (!isNew && !isNewlyShared) return;
  const { own, shared } = await countForRoom(tx, workspaceId, memberId(actor));
  if (isNew && own >= mostViewsOfMember) {
    const message = `You already have ${mostViewsOfMember} views. Delete unused ones first.`;
    throw new ApiError('conflict', message);
  }
  if (isNewlyShared && shared >= mostSharedViews) {
    const message = `The workspace already has ${mostSharedViews} shared views. Delete one first, or save this view for yourself.`;
    throw new ApiError('conflict', message);
  }
}
