import { Badge } from '@mantine/core';
import { useMessages } from '../messages/language.tsx';

/** Of a bot: that it is one, and whose; nothing of people. */
export function BotMark({ bot }: { bot: { name: string; operator: string } | null }) {
  const { timeline } = useMessages();
  if (!bot) return null;
  const title = [bot.name, bot.operator].filter(Boolean).join(', ');
  return (
    <Badge size="xs" color="orange" variant="light" title={title || timeline.bot}>
      {timeline.bot}
    </Badge>
  );
}
