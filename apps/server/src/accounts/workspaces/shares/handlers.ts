import { randomBytes } from 'node:crypto';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import type { HandlersOf } from '@footfall/contract/operation';
import {
  mostShares,
  revealsOf,
  type Share,
  type shareOperations,
  sharePages,
} from '@footfall/contract/shares';
import type { ViewPage } from '@footfall/contract/views';
import { uuidv7 } from 'uuidv7';
import { instant } from '../../../platform/resource-kit/created-range.ts';
import { existing } from '../../../platform/resource-kit/not-found.ts';
import {
  memberId,
  type OperationContext,
} from '../../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../../platform/resource-kit/paging.ts';
import { selectSettings } from '../settings.ts';
import { lockWorkspace } from '../store.ts';
import { lockView } from '../views/store.ts';
import { hashPassword } from './password.ts';
import { readShareQuery } from './query.ts';
import { countShares, deleteShare, insertShare, listShares, selectShare } from './store.ts';
import { type ReadShare, readViewShare } from './table.ts';

export const shareHandlers: HandlersOf<typeof shareOperations, OperationContext> = {
  listShares: ({ tx, workspaceId }, { query }) => listShares(tx, workspaceId, orderedPageOf(query)),

  async createShare(context, { body }) {
    const { tx, workspaceId, actor, noteChanges } = context;
    const { name, password } = body;
    const page = sharablePage(body.page);
    const viewId = body.view_id ?? null;
    const { query, reveals } = await readShare(context, { ...body, page });
    const expires = instant(body.expires_at ?? undefined);
    const expiresAt = expires === undefined ? null : new Date(expires);
    if (expiresAt && expiresAt.getTime() <= Date.now()) {
      throw invalidRequest([{ path: 'body.expires_at', message: 'must be in the future' }]);
    }
    // Locks, or two concurrent requests would both be the last.
    await lockWorkspace(tx, workspaceId);
    if ((await countShares(tx, workspaceId)) >= mostShares) {
      throw new ApiError(
        'conflict',
        `The workspace already has ${mostShares} share links. Delete unused ones first.`,
      );
    }
    const id = uuidv7();
    const token = randomBytes(32).toString('base64url');
    const passwordHash = password === undefined ? null : await hashPassword(password);
    const facts = { workspaceId, id, page, viewId, name: name.trim(), query, reveals };
    await insertShare(tx, {
      ...facts,
      passwordHash,
      expiresAt,
      token,
      createdBy: memberId(actor),
    });
    const made = existing(await selectShare(tx, workspaceId, id), 'share link');
    const { has_password, expires_at } = made;
    noteChanges({
      page: [null, page],
      ...(viewId !== null && { view_id: [null, viewId] as [null, string] }),
      name: [null, made.name],
      reveals: [null, reveals],
      has_password: [null, has_password],
      expires_at: [null, expires_at],
    });
    return { data: { ...made, token } };
  },

  async deleteShare({ tx, workspaceId }, { params }) {
    existing((await deleteShare(tx, workspaceId, params.id)) || undefined, 'share link');
    return undefined;
  },
};

/** @throws ApiError invalid_request */
function sharablePage(page: ViewPage): Share['page'] {
  const match = sharePages.find((name) => name === page);
  if (match) return match;
  const message = `cannot be ${page}, because it lists people. Allowed: ${sharePages.join(', ')}`;
  throw invalidRequest([{ path: 'body.page', message }]);
}

/** The view must be visible to the creator; it is locked until the link exists. @throws ApiError */
async function readShare(
  { tx, workspaceId, actor, permissions }: OperationContext,
  {
    page,
    view_id: viewId,
    query: requested,
    reveals: requestedReveals,
  }: Partial<Share> & Pick<Share, 'page'>,
): Promise<ReadShare> {
  const { time_zone } = await selectSettings(tx, workspaceId);
  const query = { time_zone, ...requested };
  if (viewId != null) {
    const view = existing(await lockView(tx, workspaceId, memberId(actor), viewId), 'view');
    return readViewShare({ page, query, reveals: requestedReveals }, view, permissions);
  }
  if (page !== 'overview') {
    const message = `is required: save a view of ${page} and share it`;
    throw invalidRequest([{ path: 'body.view_id', message }]);
  }
  const reveals = revealsOf(requestedReveals);
  return { query: readShareQuery(query, reveals, permissions), reveals };
}
