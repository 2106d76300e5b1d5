import { useMessages } from '../messages/language.tsx';
import { Mark } from './mark.tsx';

/** Of a bot: that it is one, and whose; nothing of people. */
export function BotMark({ bot }: { bot: { name: string; operator: string } | null }) {
  const { timeline } = useMessages();
  if (!bot) return null;
  return (
    <Mark look="warn" title={[bot.name, bot.operator].filter(Boolean).join(', ')}>
      {timeline.bot}
    </Mark>
  );
}
