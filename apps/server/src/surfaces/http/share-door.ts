/**
 * /share/api/<token>: data for readers of a share link, without an account. The contract (`sharedParameters`, `sharedTables`) lists
 * what they may request, beside its creator's choices; with a password, only after that. Expired, deleted and unknown links look
 * the same.
 */
import type { Feature } from '@footfall/contract/access';
import { campaignOperations } from '@footfall/contract/campaigns';
import { companyOperations } from '@footfall/contract/companies';
import { conversionOperations } from '@footfall/contract/conversions';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { Closed, recordOf } from '@footfall/contract/schema';
import { passwordLength, SharedPage } from '@footfall/contract/shares';
import { statsOperations } from '@footfall/contract/stats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import {
  isPass,
  isPassword,
  makePass,
  passHours,
} from '../../accounts/workspaces/shares/password.ts';
import {
  countView,
  findShareByToken,
  type ShareFacts,
  selectShareFeatures,
} from '../../accounts/workspaces/shares/store.ts';
import { sharedTable, tableOperation } from '../../accounts/workspaces/shares/table.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Config } from '../../platform/config.ts';
import { type Database, findAnywhere } from '../../platform/db/connect.ts';
import { noSuchShare } from '../operations/caller.ts';
import { answerSchema } from '../operations/fields.ts';
import { partChecker } from '../operations/input.ts';
import type { RunOperation } from '../operations/run.ts';
import { countAddress } from './count-address.ts';
import { compressAnswer } from './encodings.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Usage } from './usage.ts';

const shareBase = '/share/api';

/** A link's page decides which of them it runs. */
const readBySharing = {
  getStats: statsOperations.getStats,
  listCompanies: companyOperations.listCompanies,
  listCampaignPerformance: campaignOperations.listCampaignPerformance,
  listConversions: conversionOperations.listConversions,
};

/** Per minute. For an address: a page sends some ten requests, and an office shares one address. */
const most = { ofAddress: 300, ofShare: 3_000, passwordsOfAddress: 5 };
/** Per hour, across addresses: guesses come from many. A correct password is remembered for hours. */
const mostPasswords = 100;

const headers = {
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

export interface ShareDoorOptions {
  config: Config;
  db: Database;
  run: RunOperation;
  limits: RateLimits;
}

const passwordBody = Closed({
  password: Type.String({ maxLength: passwordLength.most }),
});
const checkPassword = partChecker('body', passwordBody);

export function shareRoutes(app: FastifyInstance, { config, db, run, limits }: ShareDoorOptions) {
  const { pathname, protocol } = new URL(config.publicUrl);
  const pathBefore = pathname.replace(/\/$/, '');

  app.get(
    `${shareBase}/:token`,
    { config: { operation: 'viewShare' }, schema: { response: { 200: recordOf(SharedPage) } } },
    async (request, reply) => {
      const share = await readable(request, reply);
      const features = await db.workspace(share.workspaceId, async (tx) => {
        const isThere = await countView(tx, share);
        return isThere ? selectShareFeatures(tx, share) : undefined;
      });
      if (!features) throw noSuchShare();
      return { data: sharedPage(share, features) };
    },
  );

  // Below the readers' pages, which respond on any path.
  app.get(`${shareBase}/*`, async () => {
    throw noSuchShare();
  });

  for (const [id, operation] of Object.entries(readBySharing)) {
    app.get(
      `${shareBase}/:token${operation.path}`,
      {
        config: {
          operation: id === 'getStats' ? 'viewSharedStats' : 'viewSharedRows',
          isLong: true,
        },
        schema: { response: { 200: answerSchema(operation) } },
        onSend: compressAnswer,
      },
      async (request, reply) => {
        const share = await readable(request, reply);
        // Operations of another page do not belong to this link.
        if (id !== (tableOperation(share.page) ?? 'getStats')) throw noSuchShare();
        const input = { params: {}, query: request.query, body: undefined };
        const { body } = await run(id, { kind: 'share', share }, { input });
        return body;
      },
    );
  }

  app.post(
    `${shareBase}/:token/password`,
    // Password hashing queues.
    { config: { operation: 'tellSharePassword', isLong: true } },
    async (request, reply) => {
      const share = await shareOf(request, reply);
      const issues: Parameters<typeof checkPassword>[1] = [];
      const { password } = checkPassword(request.body ?? {}, issues);
      if (issues.length > 0) throw invalidRequest(issues);
      const { id, passwordHash } = share;
      if (passwordHash === null) return reply.code(204).send();
      refuseOver(
        await countAddress(
          limits,
          'share-password',
          request.callerIp,
          most.passwordsOfAddress,
          `${id} `,
        ),
        reply,
      );
      refuseOver(await limits.count('share-passwords', id, mostPasswords), reply);
      if (!(await isPassword(String(password), passwordHash))) {
        throw new ApiError('unauthorized', 'The password is wrong.', {
          reason: 'wrong_password',
        });
      }
      const attributes = [
        `${cookieName(share)}=${makePass(id, passwordHash)}`,
        `Path=${pathBefore}${shareBase}`,
        `Max-Age=${passHours * 3600}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(protocol === 'https:' ? ['Secure'] : []),
      ];
      return reply.header('set-cookie', attributes.join('; ')).code(204).send();
    },
  );

  /** The link, for a reader with access. @throws ApiError */
  async function readable(request: FastifyRequest, reply: FastifyReply): Promise<ShareFacts> {
    const share = await shareOf(request, reply);
    const { passwordHash } = share;
    if (passwordHash !== null && !isPass(passIn(request, share), share.id, passwordHash)) {
      const reason = 'password_needed';
      throw new ApiError('unauthorized', 'This page needs a password.', { reason });
    }
    // For all readers together; those without the password use up nothing.
    refuseOver(await limits.count('share', share.id, most.ofShare), reply);
    return share;
  }

  /** @throws ApiError not_found, rate_limited */
  async function shareOf(request: FastifyRequest, reply: FastifyReply): Promise<ShareFacts> {
    reply.headers(headers);
    const { token } = request.params as { token: string };
    // Skips the query for malformed tokens.
    const share = /^[\w-]{43}$/.test(token)
      ? await findAnywhere(db, (tx) => findShareByToken(tx, token))
      : undefined;
    if (!share) throw noSuchShare();
    refuseOver(
      await countAddress(limits, 'share', request.callerIp, most.ofAddress, `${share.id} `),
      reply,
    );
    return share;
  }
}

/** @throws ApiError rate_limited */
function refuseOver({ isOver, limit, secondsLeft }: Usage, reply: FastifyReply): void {
  if (!isOver) return;
  reply.header('retry-after', secondsLeft);
  throw new ApiError(
    'rate_limited',
    `More than ${limit} requests. Try again in ${secondsLeft} seconds.`,
    { limit, retry_after_seconds: secondsLeft },
  );
}

/** One per link, so that several can be open. */
function cookieName({ id }: ShareFacts): string {
  return `footfall_share_${id.replaceAll('-', '')}`;
}

function passIn({ headers: { cookie = '' } }: FastifyRequest, share: ShareFacts): string {
  const name = `${cookieName(share)}=`;
  const cookiePart = cookie.split(/; */).find((part) => part.startsWith(name));
  return cookiePart?.slice(name.length) ?? '';
}

/** Without the filter, which may name confidential values. Reveals only what the workspace still has. */
function sharedPage(share: ShareFacts, features: ReadonlySet<Feature>): SharedPage {
  const { page, name, query, view, expiresAt } = share;
  const { filter: _, ...period } = query;
  const reveals = share.reveals.filter((reveal) => reveal === 'leads' || features.has(reveal));
  const table = view && sharedTable({ page, query, view });
  if (view?.test) period.test = true;
  return {
    page,
    name,
    query: period,
    reveals,
    table,
    expires_at: expiresAt && timestamp(expiresAt),
  };
}
