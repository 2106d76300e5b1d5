/** Mails to people: invitations and links to choose a new password. Sent after the answer; a failure is logged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Mail } from '../../resource-kit/operation-context.ts';

export interface Mailer {
  send(mail: Mail): void;
  /** Waits a moment for those that are under way. */
  close(): Promise<void>;
}

const deadlineMs = 20_000;
/** That may be under way; more are a fault or an attack, and are dropped and told. */
const mostUnderWay = 50;

export function smtpMailer(url: string, from: string, onError: (error: unknown) => void): Mailer {
  const settings = {
    url,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const transport = createTransport(settings, { from });
  const underWay = new Set<Promise<void>>();
  return {
    send(mail) {
      if (underWay.size >= mostUnderWay) return onError(new Error('too many mails are under way'));
      const sent: Promise<void> = transport
        .sendMail(mail)
        .then(() => undefined, onError)
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
    },
    async close() {
      await Promise.race([Promise.all(underWay), sleep(2_000, undefined, { ref: false })]);
      transport.close();
    },
  };
}

export function resetMail(to: string, publicUrl: string, token: string): Mail {
  return {
    to,
    subject: 'Choose a new password for Footfall',
    text: `Somebody, hopefully you, asked for a new password. Choose it here within an hour:

${publicUrl}/app/reset-password?token=${token}

If it was not you, do nothing: your password stays as it is.
`,
  };
}

export function invitationMail(
  to: string,
  publicUrl: string,
  { token, workspace }: { token: string; workspace: string },
): Mail {
  return {
    to,
    subject: 'You are invited to Footfall',
    text: `You are invited to the workspace "${oneLine(workspace)}". Accept within seven days:

${publicUrl}/app/invitation?token=${token}

If you do not know what this is about, do nothing.
`,
  };
}

/** What people call something, as a part of a line. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/https?:\/\//gi, '')
    .slice(0, 100);
}
