/** What mails say, each in the language of who reads it. */
import type { Mail } from '../../resource-kit/operation-context.ts';

interface Texts {
  reset: (link: string) => Omit<Mail, 'to'>;
  invitation: (link: string, workspace: string) => Omit<Mail, 'to'>;
}

const english: Texts = {
  reset: (link) => ({
    subject: 'Choose a new password for Footfall',
    text: `Somebody, hopefully you, asked for a new password. Choose it here within an hour:

${link}

If it was not you, do nothing: your password stays as it is.
`,
  }),
  invitation: (link, workspace) => ({
    subject: 'You are invited to Footfall',
    text: `You are invited to the workspace "${workspace}". Accept within seven days:

${link}

If you do not know what this is about, do nothing.
`,
  }),
};

const german: Texts = {
  reset: (link) => ({
    subject: 'Ein neues Passwort für Footfall',
    text: `Jemand, hoffentlich Sie, hat um ein neues Passwort gebeten. Wählen Sie es hier innerhalb einer Stunde:

${link}

Waren Sie es nicht, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.
`,
  }),
  invitation: (link, workspace) => ({
    subject: 'Sie sind zu Footfall eingeladen',
    text: `Sie sind in den Arbeitsbereich „${workspace}“ eingeladen. Nehmen Sie innerhalb von sieben Tagen an:

${link}

Wissen Sie nicht, worum es geht, brauchen Sie nichts zu tun.
`,
  }),
};

/** `language`: as of the account, such as `de` or `de-AT`; English where it is none of ours. */
const textsIn = (language: string): Texts => (/^de\b/.test(language) ? german : english);

interface Reader {
  to: string;
  language: string;
}

export function resetMail({ to, language }: Reader, publicUrl: string, token: string): Mail {
  return { to, ...textsIn(language).reset(`${publicUrl}/app/reset-password?token=${token}`) };
}

export function invitationMail(
  { to, language }: Reader,
  publicUrl: string,
  { token, workspace }: { token: string; workspace: string },
): Mail {
  const link = `${publicUrl}/app/invitation?token=${token}`;
  return { to, ...textsIn(language).invitation(link, oneLine(workspace)) };
}

/** What people call something, as a part of a line. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/https?:\/\//gi, '')
    .slice(0, 100);
}
