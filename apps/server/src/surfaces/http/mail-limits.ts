/**
 * Limits mail by recipient, by sender, and in total. Kinds are counted separately, so that invitations cannot use up notices
 * about passwords or devices. Counted like requests, in memory or Redis: the next hour's limit bounds what a restart forgets.
 */
import { hash } from 'node:crypto';
import { ApiError } from '@footfall/contract/errors';
import type { Logger } from 'pino';
import { type Mailer, smtpMailer } from '../../accounts/sign-in/mail.ts';
import type { Config } from '../../platform/config.ts';
import type { Mail } from '../../platform/resource-kit/operation-context.ts';
import type { Counted, RateLimits } from './rate-limits.ts';

const toAddress = { hour: 5, day: 20 };
const fromSender = 50;

/** Undefined without a mail server. */
export function limitedMailer(config: Config, limits: RateLimits, log: Logger): Mailer | undefined {
  const { smtpUrl, mailFrom, smtpNeedsTls: needsTls, mailsPerHour } = config;
  if (smtpUrl === undefined) return undefined;
  const onFault = (err: unknown) => log.warn({ err }, 'could not send a mail');
  const limit = (mail: Mail) => count(limits, mailsPerHour, mail);
  return smtpMailer(smtpUrl, mailFrom, onFault, { needsTls, limit });
}

/** @throws ApiError rate_limited */
async function count(
  limits: RateLimits,
  perHour: number,
  { kind, to, sender }: Mail,
): Promise<void> {
  const one = async (what: Counted, who: string, limit: number, where: string, advice = '') => {
    const { isOver, secondsLeft } = await limits.count(what, who, limit);
    if (!isOver) return;
    const minutes = Math.ceil(secondsLeft / 60);
    throw new ApiError(
      'rate_limited',
      `Too many emails ${where}. The limit is ${limit}. Try again in ${minutes} minutes${advice}.`,
      { reason: 'too_many_mails', retry_after_seconds: secondsLeft },
    );
  };
  // First: an excessive sender must not use up recipients' limits.
  if (sender) await one('mail-from', sender, fromSender, 'from you in one hour');
  const target = `${kind} ${hash('sha256', mailboxOf(to), 'base64url')}`;
  const advice = kind === 'invitation' ? ', or share the link of the last invitation yourself' : '';
  await one('mail-to', target, toAddress.hour, 'to this address in one hour', advice);
  await one('mail-to-day', target, toAddress.day, 'to this address in one day', advice);
  await one('mail-all', kind, perHour, 'from this installation in one hour');
}

/** Without the part after a plus sign, as most providers deliver it to the same mailbox. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).split('+', 1)[0] ?? '';
  return `${name}${address.slice(at)}`.toLowerCase();
}
