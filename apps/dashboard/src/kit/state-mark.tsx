import { useMessages } from '../messages/language.tsx';
import { Mark } from './mark.tsx';

interface Judged {
  bot: { name: string; operator: string } | null;
  suspicion: { reasons: string[] } | null;
}

/** Of a bot: that it is one, and whose; of who may be one: why. Nothing of people. */
export function StateMark({ of: { bot, suspicion } }: { of: Judged }) {
  const { timeline } = useMessages();
  if (bot) {
    return (
      <Mark look="warn" title={[bot.name, bot.operator].filter(Boolean).join(', ')}>
        {timeline.bot}
      </Mark>
    );
  }
  if (!suspicion) return null;
  return (
    <Mark look="quiet" title={suspicion.reasons.join('; ')}>
      {timeline.suspected}
    </Mark>
  );
}
