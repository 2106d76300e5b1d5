/** Layout of the pages before sign-in. */
import { Alert, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/icons.tsx';
import { useTitle } from '../../kit/use-title.ts';
import { isLanguage, languageNames, useMessages, useSpeech } from '../../messages/language.tsx';
import { useBase } from '../../shell/base.ts';
import classes from './door.module.css';
import { doorFaultText } from './door-fault.ts';

interface DoorProps {
  title: string;
  text?: string;
  children: ReactNode;
}

export function Door({ title, text, children }: DoorProps) {
  const { frame } = useMessages();
  const { language, speak } = useSpeech();
  useTitle(title);
  return (
    <main id="content" className={classes.door}>
      <div className={classes.card}>
        <img src={`${useBase()}/docs/icon.svg`} alt="Footfall" width={36} height={36} />
        <Title order={1} size="h3" mt="sm">
          {title}
        </Title>
        {text && (
          <Text size="sm" className={classes.text}>
            {text}
          </Text>
        )}
        <Stack gap="sm" mt="md">
          {children}
        </Stack>
      </div>
      <SegmentedControl
        size="xs"
        aria-label={frame.language}
        value={language}
        data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        onChange={(chosen) => isLanguage(chosen) && speak(chosen)}
      />
    </main>
  );
}

/** An error; `wrong`: text for errors without a specific reason. */
export function DoorFaultAlert({ fault, wrong }: { fault: Error | null; wrong?: string }) {
  const messages = useMessages();
  if (!fault) return null;
  return (
    <Alert role="alert" color="red" icon={<Icon name="warning" />}>
      {doorFaultText(fault, messages, wrong)}
    </Alert>
  );
}
