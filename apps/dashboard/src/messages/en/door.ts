const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a');

/** The pages before signing in. */
export const door = {
  signIn: 'Sign in',
  welcomeBack: 'Welcome back',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  showPassword: 'Show or hide password',
  passwordHint: 'Use 10 characters or more. A sentence works well.',
  forgot: 'Forgot your password?',
  withPasskey: 'Sign in with a passkey',
  withProvider: (name: string) => `Sign in with ${name}`,
  or: 'or',
  code: 'Code from your authenticator app',
  codeHint: 'Enter six digits.',
  backupCode: 'Backup code',
  useBackupCode: 'Use a backup code instead',
  useApp: 'Use the app instead',
  trustDevice: 'Do not ask on this device for 30 days',
  confirm: 'Confirm',
  prove: {
    title: 'Confirm your identity',
    text: 'You signed in a while ago. Confirm your identity to make this change.',
    password: 'Your password',
    withPasskey: 'Use a passkey',
  },
  noAccount:
    'No account? Ask an admin to invite you. To create the very first account, open the link that ./footfall start printed.',
  wrong: 'Wrong email or password.',
  wrongCode: 'This code is wrong or has expired.',
  usedCode: 'This code was already used. Wait for the next one.',
  provider: {
    notInvited: 'This address has no invitation. Ask an admin to invite you, then sign in again.',
    notProved:
      'This address has an unverified account, or your provider has not verified the address. Sign in with your password, or request a link to set one.',
    refused: 'Your provider denied access, or you canceled. Try again, or sign in another way.',
    tooLate: 'The sign-in took too long or started in another browser. Sign in again.',
    failed: (code: string) =>
      `Your provider sent an invalid response (${code}). Try again. If it keeps failing, tell your administrator.`,
  },
  tooMany: 'Too many attempts. Wait a minute, then try again.',
  passkeyFailed: 'No passkey was used. Try again, or use your password.',
  passkeyUnknown:
    'This passkey is no longer valid here. Sign in another way and remove it from your device.',
  passkeysAt: 'Passkeys belong to one host name. They work at',
  passkeysUnnamed:
    'Passkeys need a host name, but this service uses an IP address. Ask your administrator to set PUBLIC_URL to a host name with https.',
  passkeysInsecure:
    'Passkeys need https, except on http://localhost. Ask your administrator to serve Footfall over https and set PUBLIC_URL.',
  failed: 'Something went wrong. Try again.',
  welcome: {
    title: 'Welcome to Footfall',
    text: 'Create the first account. You become the admin.',
    name: 'Your name',
    submit: 'Create account',
    used: 'This link is no longer valid. If the first account exists, sign in. Otherwise create a new link with ./footfall members.',
  },
  invitation: {
    title: (workspace: string) => `Join ${workspace}`,
    text: (role: string) => `You were invited as ${article(role)} ${role}.`,
    submit: 'Join',
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    signInFirst: (email: string) =>
      `The invitation is for ${email}, which already has an account. Sign in with that account first.`,
    used: 'This invitation has been used or withdrawn, or it has expired. Ask for a new one.',
    otherAccount: 'This invitation is for a different address. Sign in with that address.',
    notProved:
      'This address already has an account, and this link does not prove that the account is yours. Use the link in the invitation email, or ask your administrator to send it.',
  },
  reset: {
    ask: 'Set a new password',
    askText: 'We will send a link to your email address.',
    send: 'Send link',
    sent: 'If the account exists, we sent a link.',
    noMail:
      'This service does not send email. Ask your administrator for a link from ./footfall members reset-link.',
    mailUnreachable:
      'The mail server is not available. Try again in a few minutes, or ask your administrator for a link from ./footfall members reset-link.',
    title: 'New password',
    submit: 'Set password',
    done: 'Password set. Sign in with it.',
    back: 'Back to sign in',
    askAgain: 'Request a new link',
    used: 'This link is no longer valid. Request a new one.',
  },
  easyPassword:
    'This password is easy to guess: it is common or contains your name or email. Choose another one.',
  wrongPassword: 'Wrong password.',
  roles: { admin: 'admin', member: 'member', viewer: 'viewer' },
};
