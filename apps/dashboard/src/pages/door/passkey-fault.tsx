import { Alert } from '@mantine/core';
import { ApiFault } from '../../api/fault.ts';
import { Icon } from '../../kit/icons.tsx';
import { useMessages } from '../../messages/language.tsx';
import { DoorFaultAlert } from './door.tsx';
import { type NoPasskeys, PasskeyFault } from './passkeys.ts';

interface PasskeyFaultProps {
  fault: Error | null;
  /** Text if no passkey was given. */
  none: string;
}

/** Why a passkey failed, and what to do instead. */
export function PasskeyFaultAlert({ fault, none }: PasskeyFaultProps) {
  const { door } = useMessages();
  if (fault instanceof PasskeyFault) return <WithoutPasskeys reason={fault.reason} none={none} />;
  const isUnknown = fault instanceof ApiFault && fault.reason === 'passkey_not_found';
  return <DoorFaultAlert fault={isUnknown ? new Error(door.passkeyUnknown) : fault} wrong={none} />;
}

function WithoutPasskeys({ reason, none }: { reason: NoPasskeys; none: string }) {
  const { passkeysAt, ...door } = useMessages().door;
  const texts = { none, unnamed: door.passkeysUnnamed, insecure: door.passkeysInsecure };
  return (
    <Alert role="alert" color="red" icon={<Icon name="warning" />}>
      {reason.why === 'elsewhere' ? (
        <>
          {passkeysAt} <a href={reason.openAt}>{reason.openAt}</a>
        </>
      ) : (
        texts[reason.why]
      )}
    </Alert>
  );
}
