import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../messages/language.tsx';
import { useMe } from './frame-context.tsx';

/** Rejected messages of the last day, if any; with a link for those who may see them. */
export function RefusedLately({ refused }: { refused: number }) {
  const { frame } = useMessages();
  const { workspace, role } = useMe();
  if (refused === 0) return null;
  return (
    <Text size="sm">
      {frame.refusedLately(refused)}{' '}
      {role === 'admin' && (
        <Link to="/app/$workspace/refused" params={{ workspace: workspace.id }}>
          {frame.whyRefused}
        </Link>
      )}
    </Text>
  );
}
