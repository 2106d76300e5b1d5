export const members = {
  title: 'Members',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  joined: 'Joined',
  factor: 'Second factor',
  factorOn: 'Set up',
  factorOff: 'None',
  actions: 'Actions',
  you: 'you',
  empty: 'Nobody here',
  emptyText: 'Invite somebody: they join with the link, in the role that you choose.',
  roles: { admin: 'Admin', member: 'Member', viewer: 'Viewer' },
  rolesTitle: 'What each role may do',
  roleTexts: {
    admin:
      'Everything: keys, members, settings, the audit log, and deleting the workspace; and all that members may.',
    member:
      'Sees and exports all records and figures; changes leads, lists and campaigns, corrects who is who, shares figures by link.',
    viewer: 'Sees and exports all records and figures, and changes nothing.',
  },
  roleOf: (who: string) => `Role of ${who}`,
  roleChanged: (who: string, role: string) => `${who}: ${role}.`,
  removeTitle: (who: string) => `Remove ${who}`,
  removeText:
    'The person cannot enter this workspace any more, at once. The account stays, and so does what was done with it; another invitation lets the person back in.',
  isRemoved: (who: string) => `${who} is removed.`,
  invite: 'Invite somebody',
  invitations: 'Open invitations',
  invitationsText:
    'A link is shown once. Where it was lost, a new one takes its place, and the old one ends.',
  noInvitation: 'There is none.',
  invited: 'invited',
  ends: 'ends',
  newLink: 'New link',
  newLinkFor: (email: string) => `New link for ${email}`,
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  isWithdrawn: (email: string) => `The invitation of ${email} is withdrawn.`,
  invitedTitle: (email: string) => `${email} is invited`,
  link: 'Link of the invitation',
  mail: {
    taken: 'A mail with a link is on its way. This one works as well:',
    waiting:
      'The mail server does not answer so far; the mail may still go out. Send this link yourself, to be sure:',
    failed:
      'The mail could not be sent: the mail server is not reached, or refuses it. The invitation counts all the same; send this link yourself:',
    none: 'No mail was sent, because this service has no mail server (SMTP_URL). Send this link yourself:',
  },
  linkText: 'Whoever opens it joins as the invited address. It is shown this once.',
};
