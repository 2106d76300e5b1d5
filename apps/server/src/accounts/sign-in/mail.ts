/** How mails go out. Nobody waits long for a server: what does not answer is told of, and a failure is logged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Mail, MailState, SendMail } from '../../platform/resource-kit/operation-context.ts';

export interface Mailer {
  /**
   * Counts it, and returns what sends it: nothing else does. What is known of it after three seconds at most is told; it goes
   * on after that. @throws ApiError rate_limited where it is one too many
   */
  admit(mail: Mail): Promise<SendMail>;
  /** The same where nobody waits: one too many is not sent, and logged. */
  post(mail: Mail): Promise<void>;
  /** Whether the server lets us in, as of a moment ago; a server that does not answer within five seconds does not. */
  isReachable(): Promise<boolean>;
  /** Waits a moment for those that are under way. */
  close(): Promise<void>;
}

const deadlineMs = 20_000;
/** Less than a request may take (REQUEST_DEADLINE_MS). */
const patienceMs = 3_000;
const reachMs = 5_000;
/** For how long a server that let us in is believed to do so. */
const believedMs = 30_000;
/** That may be under way; more are a fault or an attack, and are dropped and told. */
const mostUnderWay = 50;

export interface MailerOptions {
  /** Nothing is said to a server that does not encrypt. */
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
      // As an object it is one address, whatever is in it.
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

/** The server would have us send in plain text. */
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

/** A server that offers no TLS looks like one that fails. */
function explained(error: unknown): unknown {
  const isTls = /starttls|ETLS/i.test(`${Object(error).code} ${Object(error).message}`);
  return isTls ? new NoTlsError(error) : error;
}
