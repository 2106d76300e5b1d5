import { ApiFault } from '../../api/fault.ts';
import { faultText } from '../../kit/fault-text.ts';
import type { Messages } from '../../messages/en.ts';

const refused = ['unauthorized', 'forbidden', 'not_found'];

/** An error of /auth in the page's words; `wrong`: text for errors without a specific reason. */
export function doorFaultText(fault: Error, messages: Messages, wrong?: string): string {
  const { door, account, common } = messages;
  if (!(fault instanceof ApiFault)) return faultText(fault, common);
  if (fault.code === 'rate_limited') return door.tooMany;
  if (fault.reason === 'reset_password_disabled') return door.reset.noMail;
  if (fault.reason === 'invalid_code') return door.wrongCode;
  if (fault.reason === 'code_was_used') return door.usedCode;
  if (fault.reason === 'other_account') return door.invitation.otherAccount;
  if (fault.reason === 'address_not_proved') return door.invitation.notProved;
  if (fault.reason === 'mail_unreachable') return door.reset.mailUnreachable;
  if (fault.reason === 'still_member') return account.stillMember;
  if (fault.reason === 'invalid_password') return door.wrongPassword;
  if (fault.issues.some(({ path }) => path === 'body.password')) return door.easyPassword;
  const isRefused = refused.includes(fault.code) || fault.reason === 'invalid_token';
  return wrong !== undefined && isRefused ? wrong : faultText(fault, common);
}
