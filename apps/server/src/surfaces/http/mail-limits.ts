/**
 * How many mails go out: to an address, from a sender, and in all. Kinds are counted apart, so that nobody uses up by invitations
 * what tells people of a new password or device. Counted as requests are, in memory or in Redis: what a restart forgets is
 * bounded by the next hour's limit, and does not justify a table.
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

/** Undefined where no mail server is set. */
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
  // First: who sends too many takes nothing from those whom they send to.
  if (sender) await one('mail-from', sender, fromSender, 'from you in one hour');
  const target = `${kind} ${hash('sha256', mailboxOf(to), 'base64url')}`;
  const advice = kind === 'invitation' ? ', or share the link of the last invitation yourself' : '';
  await one('mail-to', target, toAddress.hour, 'to this address in one hour', advice);
  await one('mail-to-day', target, toAddress.day, 'to this address in one day', advice);
  await one('mail-all', kind, perHour, 'from this installation in one hour');
}

/** Without what is behind a plus sign, by which most providers let one mailbox have many addresses. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).split('+', 1)[0] ?? '';
  return `${name}${address.slice(at)}`.toLowerCase();
}
