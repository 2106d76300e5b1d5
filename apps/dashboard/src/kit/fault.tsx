import { Alert, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../api/connection.tsx';
import { ApiFault } from '../api/fault.ts';
import { useMessages } from '../messages/language.tsx';
import { faultText } from './fault-text.ts';
import { Icon } from './icons.tsx';

interface FaultProps {
  fault: Error;
  onAgain?: () => void;
}

/** An error, with what to do about it. */
export function Fault({ fault, onAgain }: FaultProps) {
  const { common } = useMessages();
  const { workspace } = useConnection();
  const requestId = fault instanceof ApiFault ? fault.requestId : undefined;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<Icon name="warning" />}
      title={common.fault.title}
    >
      <Text size="sm">{faultText(fault, common)}</Text>
      <Group gap="sm" mt={6}>
        {onAgain && (
          <Button size="compact-xs" variant="default" onClick={onAgain}>
            {common.fault.again}
          </Button>
        )}
        {isSecondFactorFault(fault) && workspace && (
          <Link to="/app/$workspace/account" params={{ workspace }}>
            {common.fault.toAccount}
          </Link>
        )}
        {requestId && (
          <Text size="xs" c="dimmed">
            {common.fault.requestId(requestId)}
          </Text>
        )}
      </Group>
    </Alert>
  );
}

function isSecondFactorFault(fault: Error): boolean {
  return fault instanceof ApiFault && fault.reason === 'second_factor_needed';
}
