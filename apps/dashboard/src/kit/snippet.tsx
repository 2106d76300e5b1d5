import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../messages/language.tsx';
import { copyText } from './copy.ts';
import { Icon } from './icons.tsx';
import classes from './snippet.module.css';

/** Lines to paste elsewhere, with a copy button. */
export function Snippet({ text, label }: { text: string; label: string }) {
  const { common } = useMessages();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <figure className={classes.snippet} aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={14} />}
        aria-live="polite"
        onClick={() => void copy()}
      >
        {isCopied ? common.copied : common.copy}
      </Button>
    </figure>
  );
}
