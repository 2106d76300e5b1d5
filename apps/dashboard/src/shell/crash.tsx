import { Button, Code } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useMessages } from '../messages/language.tsx';
import classes from './frame.module.css';

/** Replaces a page that threw. */
export function Crash({ error }: ErrorComponentProps) {
  const { frame } = useMessages();
  return (
    <div className={classes.alone} role="alert">
      <h1>{frame.crash.title}</h1>
      <p>{frame.crash.text}</p>
      <Code block>{error instanceof Error ? error.message : String(error)}</Code>
      <Button mt="sm" onClick={() => location.reload()}>
        {frame.crash.reload}
      </Button>
    </div>
  );
}
