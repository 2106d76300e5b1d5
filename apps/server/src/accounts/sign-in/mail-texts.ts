/** What mails say, each in the language of who reads it. */
import type { Mail } from '../../platform/resource-kit/operation-context.ts';

/** What happened to an account, of which its owner is mailed. */
export type Notice = 'new_device' | 'password_changed' | 'factor_added' | 'factor_removed';

export interface NoticeFacts {
  notice: Notice;
  at: Date;
  /** '' where it is not known, like the place. */
  device: string;
  place: string;
}

type Text = Pick<Mail, 'subject' | 'text'>;

interface Texts {
  notice: (facts: NoticeFacts, publicUrl: string) => Text;
  reset: (link: string) => Text;
  invitation: (link: string, workspace: string) => Text;
}

/** Who found out where addresses are asks for this. */
const placesBy = 'IP Geolocation by DB-IP, https://db-ip.com';

const englishNotices: Record<Notice, string> = {
  new_device: 'New sign-in to your Footfall account',
  password_changed: 'Your Footfall password was changed',
  factor_added: 'A second factor was added to your Footfall account',
  factor_removed: 'A second factor was removed from your Footfall account',
};

const germanNotices: Record<Notice, string> = {
  new_device: 'Neue Anmeldung bei Ihrem Footfall-Konto',
  password_changed: 'Ihr Footfall-Passwort wurde geändert',
  factor_added: 'Ein zweiter Faktor wurde zu Ihrem Footfall-Konto hinzugefügt',
  factor_removed: 'Ein zweiter Faktor wurde von Ihrem Footfall-Konto entfernt',
};

const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const english: Texts = {
  notice: ({ notice, at, device, place }, publicUrl) => ({
    subject: englishNotices[notice],
    text: `${englishNotices[notice]}.

Time: ${minuteOf(at)}
Device: ${device || 'unknown'}
${place && `Place, by the network address: ${place} (${placesBy})\n`}
If it was you, do nothing.

If it was not you, choose a new password at once. This ends all sessions:

${publicUrl}/app/reset-password

Then check your second factors under Account, and tell your administrator.
`,
  }),
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
  notice: ({ notice, at, device, place }, publicUrl) => ({
    subject: germanNotices[notice],
    text: `${germanNotices[notice]}.

Zeit: ${minuteOf(at)}
Gerät: ${device || 'unbekannt'}
${place && `Ort nach der Netzwerkadresse: ${place} (${placesBy})\n`}
Waren Sie es, brauchen Sie nichts zu tun.

Waren Sie es nicht, wählen Sie sofort ein neues Passwort. Das beendet alle Sitzungen:

${publicUrl}/app/reset-password

Prüfen Sie dann unter „Konto“ Ihre zweiten Faktoren und sagen Sie Ihrem Administrator Bescheid.
`,
  }),
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
  return {
    kind: 'reset',
    to,
    ...textsIn(language).reset(`${publicUrl}/app/reset-password?token=${token}`),
  };
}

export function noticeMail({ to, language }: Reader, publicUrl: string, facts: NoticeFacts): Mail {
  return { kind: 'notice', to, ...textsIn(language).notice(facts, publicUrl) };
}

export function invitationMail(
  { to, language }: Reader,
  publicUrl: string,
  { token, workspace }: { token: string; workspace: string },
): Mail {
  const link = `${publicUrl}/app/invitation?token=${token}`;
  return { kind: 'invitation', to, ...textsIn(language).invitation(link, oneLine(workspace)) };
}

/** What people call something, as a part of a line. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/https?:\/\//gi, '')
    .slice(0, 100);
}
