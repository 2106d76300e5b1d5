/** Sends mail. Callers wait briefly at most; delays are reported, failures logged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Mail, MailState, SendMail } from '../../platform/resource-kit/operation-context.ts';

export interface Mailer {
  /**
   * Counts the mail against limits, and returns the function that sends it. That returns the state after at most three
   * seconds, and continues in the background. @throws ApiError rate_limited
   */
  admit(mail: Mail): Promise<SendMail>;
  /** The same without waiting: excess mail is not sent, but logged. */
  post(mail: Mail): Promise<void>;
  /** Whether the mail server accepts our login, cached; false after five seconds without a response. */
  isReachable(): Promise<boolean>;
  /** Waits briefly for mail being sent. */
  close(): Promise<void>;
}

const deadlineMs = 20_000;
/** Less than a request's limit (REQUEST_DEADLINE_MS). */
const patienceMs = 3_000;
const reachMs = 5_000;
/** How long a successful login is cached. */
const believedMs = 30_000;
/** More mail in flight suggests a fault or an attack, and is dropped and logged. */
const mostUnderWay = 50;

export interface MailerOptions {
  /** Sends nothing to a server without encryption. */
  needsTls: boolean;
  /** @throws ApiError rate_limited */
  limit: (mail: Mail) => Promise<void>;
}

export function smtpMailer(
  url: string,
  from: string,
  onFault: (error: unknown) => void,
  { needsTls, limit }: MailerOptions,
): Mailer {
  const onError = (error: unknown) => onFault(needsTls ? explained(error) : error);
  const settings = {
    url,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(needsTls && { requireTLS: true }),
  };
  const transport = createTransport(settings, { from });
  const underWay = new Set<Promise<MailState>>();
  let reached: { at: number; is: Promise<boolean> } | undefined;
  const failed = (error: unknown): MailState => {
    reached = undefined;
    onError(error);
    return 'failed';
  };
  const within = <T>(ms: number, work: Promise<T>, late: T) =>
    Promise.race([work, sleep(ms, late, { ref: false })]);

  async function reach(): Promise<boolean> {
    const is = await within(
      reachMs,
      transport.verify().catch((error: unknown) => {
        onError(error);
        return false;
      }),
      false,
    );
    if (!is) reached = undefined;
    return is;
  }

  async function send({ to: address, subject, text }: Mail): Promise<MailState> {
    if (underWay.size >= mostUnderWay) return failed(new Error('too many mails are under way'));
    const sent: Promise<MailState> = transport
      // As an object it is a single address, whatever it contains.
      .sendMail({ to: { name: '', address }, subject, text })
      .then(() => 'taken' as const, failed)
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
    const state = await within<MailState>(patienceMs, sent, 'waiting');
    if (state === 'waiting') reached = undefined;
    return state;
  }

  return {
    async admit(mail) {
      await limit(mail);
      return () => send(mail);
    },
    async post(mail) {
      try {
        await limit(mail);
      } catch (error) {
        return onFault(error);
      }
      await send(mail);
    },
    isReachable() {
      if (!reached || Date.now() - reached.at > believedMs) {
        reached = { at: Date.now(), is: reach() };
      }
      return reached.is;
    },
    async close() {
      await Promise.race([Promise.all(underWay), sleep(2_000, undefined, { ref: false })]);
      transport.close();
    },
  };
}

/** The server only accepts plain text. */
export class NoTlsError extends Error {
  static readonly advice =
    'Use a mail server with TLS (smtps://…:465, or STARTTLS), or set SMTP_TLS=optional';

  constructor(cause: unknown) {
    super(
      `the mail server does not support encryption, so nothing was sent. ${NoTlsError.advice}`,
      { cause },
    );
  }
}

/** Missing TLS otherwise looks like a server failure. */
function explained(error: unknown): unknown {
  const isTls = /starttls|ETLS/i.test(`${Object(error).code} ${Object(error).message}`);
  return isTls ? new NoTlsError(error) : error;
}
