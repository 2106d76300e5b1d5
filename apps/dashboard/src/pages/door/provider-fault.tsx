import { useMessages } from '../../messages/language.tsx';
import { DoorFaultAlert } from './door.tsx';

/** Why sign-in by the OpenID provider failed: the service puts a code into the URL. */
export function ProviderFaultAlert({ code }: { code: string }) {
  const { provider } = useMessages().door;
  const match = Object.entries(codes).find(([, all]) => all.includes(code.toLowerCase()));
  const text = match
    ? provider[match[0] as keyof typeof codes]
    : provider.failed(code.slice(0, 60));
  return <DoorFaultAlert fault={new Error(text)} />;
}

const codes = {
  notInvited: ['not_invited'],
  notProved: ['account_not_linked', 'email_not_verified'],
  refused: ['access_denied'],
  tooLate: ['state_mismatch', 'state_not_found', 'please_restart_the_process'],
};
