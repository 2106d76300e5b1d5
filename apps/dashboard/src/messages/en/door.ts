/** The pages before signing in. */
export const door = {
  signIn: 'Sign in',
  welcomeBack: 'Welcome back',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  showPassword: 'Show the password, or hide it',
  passwordHint: '10 characters or more; a sentence is fine.',
  forgot: 'Forgot your password?',
  withPasskey: 'Sign in with a passkey',
  withProvider: (name: string) => `Sign in with ${name}`,
  or: 'or',
  code: 'Code of your authenticator app',
  codeHint: 'Six digits.',
  backupCode: 'Backup code',
  useBackupCode: 'Use a backup code instead',
  useApp: 'Use the app instead',
  trustDevice: 'Do not ask on this device for 30 days',
  confirm: 'Confirm',
  prove: {
    title: 'Confirm that it is you',
    text: 'You signed in a while ago. Confirm that it is you to make this change.',
    password: 'Your password',
    withPasskey: 'Use a passkey',
  },
  noAccount:
    'No account? Ask somebody to invite you. The very first account is made by the link that ./footfall start printed.',
  wrong: 'Email or password is wrong.',
  wrongCode: 'That code is not right, or no longer.',
  usedCode: 'That code was used: wait for the next one.',
  provider: {
    notInvited:
      'Nobody has invited this address. Ask an administrator to invite you, then sign in again.',
    notProved:
      'There is an account of this address that nobody has proved to be theirs, or your provider does not vouch for the address. Sign in with your password; if you have none, ask for a link to set one.',
    refused: 'Your provider did not let you in, or you went back. Try again, or use another way.',
    tooLate: 'That took too long, or began in another browser. Sign in once more.',
    failed: (code: string) =>
      `Your provider answered something that cannot be believed (${code}). Try again; if it stays, tell whoever runs this service.`,
  },
  tooMany: 'Too many tries. Wait a minute, then try again.',
  passkeyFailed: 'No passkey was used. Try again, or use your password.',
  passkeyUnknown:
    'This passkey does not count here any more. Sign in by another way, and remove it from your device.',
  passkeysAt: 'Browsers have passkeys for the name of a host alone. Passkeys work at',
  passkeysUnnamed:
    'Passkeys need the name of a host, and this service has an address of numbers. Whoever runs it gives it a name, with https, and sets PUBLIC_URL to that.',
  passkeysInsecure:
    'Passkeys need https, but for http://localhost on the same machine. Whoever runs this service puts it behind https, and sets PUBLIC_URL to that.',
  failed: 'That did not work. Try again.',
  welcome: {
    title: 'Welcome to Footfall',
    text: 'You are the first one here. Make your account; you become the admin.',
    name: 'Your name',
    submit: 'Make my account',
    used: 'This link does not count any more. The first account exists already: sign in. Else make a new link with ./footfall members.',
  },
  invitation: {
    title: (workspace: string) => `Join ${workspace}`,
    text: (role: string) => `You were invited as ${role}.`,
    submit: 'Join',
    signedInAs: (email: string) => `You are signed in as ${email}.`,
    signInFirst: (email: string) =>
      `The invitation is for ${email}, which has an account. Sign in with it first.`,
    used: 'This invitation does not count any more: it was used, withdrawn or is too old. Ask for a new one.',
    otherAccount: 'The invitation is for another address than the one that you are signed in with.',
    notProved:
      'This link does not prove whose the address is, and the address is known elsewhere. Use the link of the mail, or one that whoever runs this service makes.',
  },
  reset: {
    ask: 'Set a new password',
    askText: 'We send a link to your email.',
    send: 'Send the link',
    sent: 'If there is such an account, a link is on its way.',
    noMail:
      'This service sends no mail. Ask whoever runs it for a link: ./footfall members reset-link makes one.',
    mailUnreachable:
      'No mail can be sent just now: the mail server does not answer. Try again in some minutes, or ask whoever runs this service for a link: ./footfall members reset-link makes one.',
    title: 'A new password',
    submit: 'Set it',
    done: 'Your password is set. Sign in with it.',
    back: 'Back to signing in',
    askAgain: 'Ask for a new link',
    used: 'This link does not count any more. Ask for a new one.',
  },
  easyPassword:
    'This password is easy to guess: too many people use it, or it says who you are. Choose another one.',
  wrongPassword: 'This is not your password.',
  roles: { admin: 'admin', member: 'member', viewer: 'viewer' },
};
