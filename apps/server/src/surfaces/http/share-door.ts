/**
 * /share/api/<token>: what the reader of a share link is told, without an account. Whoever has the link may ask for what
 * the contract lists (`sharedParameters`, `sharedTables`), with what its maker chose; where it has a password, after that was told.
 * A link that is over, was deleted, or never was looks the same.
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

/** Which of them a link runs is told by its page. */
const readBySharing = {
  getStats: statsOperations.getStats,
  listCompanies: companyOperations.listCompanies,
  listCampaignPerformance: campaignOperations.listCampaignPerformance,
  listConversions: conversionOperations.listConversions,
};

/** A minute. Of an address: a page asks some ten questions, and an office has one address. */
const most = { ofAddress: 300, ofShare: 3_000, passwordsOfAddress: 5 };
/** An hour, of all addresses together: guesses come from many. Whoever has told it before needs it not for some hours. */
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

  // Below the pages of readers, which are answered whatever their address.
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
        // Another page's address is none of this link's.
        if (id !== (tableOperation(share.page) ?? 'getStats')) throw noSuchShare();
        const input = { params: {}, query: request.query, body: undefined };
        const { body } = await run(id, { kind: 'share', share }, { input });
        return body;
      },
    );
  }

  app.post(
    `${shareBase}/:token/password`,
    // Passwords take their turns.
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

  /** Of somebody who may read it. @throws ApiError */
  async function readable(request: FastifyRequest, reply: FastifyReply): Promise<ShareFacts> {
    const share = await shareOf(request, reply);
    const { passwordHash } = share;
    if (passwordHash !== null && !isPass(passIn(request, share), share.id, passwordHash)) {
      const reason = 'password_needed';
      throw new ApiError('unauthorized', 'This page needs a password.', { reason });
    }
    // Of all readers together; whoever lacks the password takes nothing from them.
    refuseOver(await limits.count('share', share.id, most.ofShare), reply);
    return share;
  }

  /** @throws ApiError not_found, rate_limited */
  async function shareOf(request: FastifyRequest, reply: FastifyReply): Promise<ShareFacts> {
    reply.headers(headers);
    const { token } = request.params as { token: string };
    // What is none is not looked for.
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

/** Each link has one of its own, so that several may be open at the same time. */
function cookieName({ id }: ShareFacts): string {
  return `footfall_share_${id.replaceAll('-', '')}`;
}

function passIn({ headers: { cookie = '' } }: FastifyRequest, share: ShareFacts): string {
  const name = `${cookieName(share)}=`;
  const cookiePart = cookie.split(/; */).find((part) => part.startsWith(name));
  return cookiePart?.slice(name.length) ?? '';
}

/** The filter is not told: it may name what nobody else is to know. Of what it reveals, what the workspace still has. */
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
