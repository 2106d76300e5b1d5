import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../messages/language.tsx';
import { Card } from './card.tsx';

interface TimelineCardProps {
  visits: ReactNode;
  activity: ReactNode;
}

/** What was done: by visit with the time on each page, or every single thing. */
export function TimelineCard({ visits, activity }: TimelineCardProps) {
  const { timeline } = useMessages();
  const [isByVisit, setByVisit] = useState(true);
  const choice = (byVisit: boolean, label: string) => (
    <Button
      size="compact-xs"
      variant={isByVisit === byVisit ? 'light' : 'subtle'}
      aria-pressed={isByVisit === byVisit}
      onClick={() => setByVisit(byVisit)}
    >
      {label}
    </Button>
  );
  return (
    <Card
      title={timeline.title}
      actions={
        <Group gap={4}>
          {choice(true, timeline.byVisit)}
          {choice(false, timeline.everything)}
        </Group>
      }
    >
      {isByVisit ? visits : activity}
    </Card>
  );
}
