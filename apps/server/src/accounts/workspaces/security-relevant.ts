/** Maps audit log entries to security log events. */

/** By operation or command. */
const events: Record<string, string> = {
  acceptInvitation: 'member.joined',
  createInvitation: 'member.invited',
  createKey: 'key.created',
  createShare: 'share.created',
  createSigningSecret: 'signing_secret.created',
  createWorkspace: 'workspace.created',
  deleteList: 'list.deleted',
  deleteShare: 'share.deleted',
  deleteWorkspace: 'workspace.deleted',
  'members add': 'member.added',
  'members invite-link': 'member.invited',
  removeUser: 'member.removed',
  revokeKey: 'key.revoked',
  revokeSigningSecret: 'signing_secret.revoked',
  rotateKey: 'key.rotated',
  updateSettings: 'settings.changed',
  updateUser: 'member.role_changed',
  updateWorkspace: 'workspace.changed',
  withdrawInvitation: 'invitation.withdrawn',
  'workspace create': 'workspace.created',
  'workspace restore': 'workspace.restored',
};

/** `isExport`: it exported records as a file. */
export function securityEventOf(action: string, isExport: boolean): string | undefined {
  return isExport ? 'data.exported' : events[action];
}
