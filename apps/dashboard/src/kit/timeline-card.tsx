import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/language.tsx';
import { useAddressed } from '../shell/frame-context.tsx';
import { Card } from './card.tsx';

interface TimelineCardProps {
  visits: ReactNode;
  activity: ReactNode;
}

/** Activity: by visit with the time on each page, or each event. */
export function TimelineCard({ visits, activity }: TimelineCardProps) {
  const { timeline } = useMessages();
  const [shown, show] = useAddressed('timeline');
  const isByVisit = shown !== 'everything';
  const choice = (byVisit: boolean, label: string) => (
    <Button
      size="compact-xs"
      variant={isByVisit === byVisit ? 'light' : 'subtle'}
      aria-pressed={isByVisit === byVisit}
      onClick={() => show(byVisit ? undefined : 'everything')}
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
