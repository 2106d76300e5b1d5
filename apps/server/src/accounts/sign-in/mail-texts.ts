/** The texts of mails, in the language of their reader. */
import type { Mail } from '../../platform/resource-kit/operation-context.ts';

/** Account events that the owner is notified of. */
export type Notice = 'new_device' | 'password_changed' | 'factor_added' | 'factor_removed';

export interface NoticeFacts {
  notice: Notice;
  at: Date;
  /** '' if unknown; so is `place`. */
  device: string;
  place: string;
}

type Text = Pick<Mail, 'subject' | 'text'>;

interface Texts {
  notice: (facts: NoticeFacts, publicUrl: string) => Text;
  reset: (link: string) => Text;
  invitation: (link: string, workspace: string) => Text;
}

/** The license of the location data requires this credit. */
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
  factor_added: 'Ihrem Footfall-Konto wurde ein zweiter Faktor hinzugefügt',
  factor_removed: 'Aus Ihrem Footfall-Konto wurde ein zweiter Faktor entfernt',
};

const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const english: Texts = {
  notice: ({ notice, at, device, place }, publicUrl) => ({
    subject: englishNotices[notice],
    text: `${englishNotices[notice]}.

Time: ${minuteOf(at)}
Device: ${device || 'unknown'}
${place && `Location, estimated from the IP address: ${place} (${placesBy})\n`}
If this was you, you can ignore this email.

If this wasn't you, choose a new password now. This signs you out everywhere:

${publicUrl}/app/reset-password

Then check your second factors under Account and tell your administrator.
`,
  }),
  reset: (link) => ({
    subject: 'Reset your Footfall password',
    text: `We received a request to reset your password. Choose a new one within an hour:

${link}

If you didn't request this, you can ignore this email. Your password stays the same.
`,
  }),
  invitation: (link, workspace) => ({
    subject: 'You have been invited to Footfall',
    text: `You have been invited to the workspace "${workspace}". Accept the invitation within seven days:

${link}

If you weren't expecting this, you can ignore this email.
`,
  }),
};

const german: Texts = {
  notice: ({ notice, at, device, place }, publicUrl) => ({
    subject: germanNotices[notice],
    text: `${germanNotices[notice]}.

Zeit: ${minuteOf(at)}
Gerät: ${device || 'unbekannt'}
${place && `Ort, geschätzt anhand der IP-Adresse: ${place} (${placesBy})\n`}
Wenn Sie das waren, müssen Sie nichts weiter tun.

Wenn nicht, legen Sie bitte sofort ein neues Passwort fest. Dadurch werden alle Sitzungen beendet:

${publicUrl}/app/reset-password

Prüfen Sie anschließend unter „Konto“ Ihre zweiten Faktoren und informieren Sie Ihren Administrator.
`,
  }),
  reset: (link) => ({
    subject: 'Footfall-Passwort zurücksetzen',
    text: `Für Ihr Konto wurde ein neues Passwort angefordert. Legen Sie es innerhalb einer Stunde hier fest:

${link}

Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt unverändert.
`,
  }),
  invitation: (link, workspace) => ({
    subject: 'Einladung zu Footfall',
    text: `Sie wurden in den Arbeitsbereich „${workspace}“ eingeladen. Nehmen Sie die Einladung innerhalb von sieben Tagen an:

${link}

Wenn Sie diese Einladung nicht erwartet haben, können Sie diese E-Mail ignorieren.
`,
  }),
};

/** `language`: of the account, such as `de` or `de-AT`; anything but German gets English. */
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

/** A name that people chose, without line breaks or links. */
function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/https?:\/\//gi, '')
    .slice(0, 100);
}
