import { Button, Group } from '@mantine/core';

interface ToastActionsProps {
  message: string;
  actions: { label: string; onClick: () => Promise<void> }[];
}

export function ToastActions({ message, actions }: ToastActionsProps) {
  return (
    <Group justify="space-between" gap="xs">
      <span>{message}</span>
      <Group gap="xs">
        {actions.map(({ label, onClick }) => (
          <Button key={label} size="compact-xs" variant="light" onClick={() => void onClick()}>
            {label}
          </Button>
        ))}
      </Group>
    </Group>
  );
}
