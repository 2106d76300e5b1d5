import { Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../api/connection.tsx';
import { useMessages } from '../messages/language.tsx';
import { useMe } from './frame-context.tsx';

/** Name of the workspace that ./footfall demo creates. */
const demoName = 'Demo';
const command = './footfall demo';

/** Opens the demo for members of its workspace; else shows how to create it. */
export function LookAtDemo() {
  const { frame } = useMessages();
  const { base } = useConnection();
  const { workspace, workspaces, role } = useMe();
  const demo = workspaces.find(({ name }) => name === demoName);
  if (workspace.name === demoName) return null;
  if (demo) {
    return (
      <Link to="/app/$workspace/overview" params={{ workspace: demo.id }}>
        {frame.demo.look}
      </Link>
    );
  }
  if (role !== 'admin') return null;
  return (
    <Text size="sm">
      {frame.demo.make[0]} <Code>{command}</Code> {frame.demo.make[1]}{' '}
      <a href={`${base}/docs/guides/demo`} target="_blank" rel="noopener">
        {frame.demo.guide}
      </a>
    </Text>
  );
}
