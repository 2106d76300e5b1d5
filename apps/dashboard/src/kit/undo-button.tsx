import { Button, Group } from '@mantine/core';

export function UndoButton(props: { message: string; label: string; onUndo: () => Promise<void> }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{props.message}</span>
      <Button size="compact-xs" variant="light" onClick={() => void props.onUndo()}>
        {props.label}
      </Button>
    </Group>
  );
}
