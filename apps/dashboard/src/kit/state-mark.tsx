import { useMessages } from '../messages/language.tsx';
import { Mark } from './mark.tsx';

interface Judged {
  bot: { name: string; operator: string } | null;
  agent: string;
  suspicion: { reasons: string[] } | null;
}

/** For a bot: its name; for a suspect: the reason; for an agent: its name. Empty for people. */
export function StateMark({ of: { bot, agent, suspicion } }: { of: Judged }) {
  const { timeline } = useMessages();
  if (bot) {
    return (
      <Mark look="warn" title={[bot.name, bot.operator].filter(Boolean).join(', ')}>
        {timeline.bot}
      </Mark>
    );
  }
  if (agent !== '') {
    return (
      <Mark look="quiet" title={timeline.agentActs}>
        {agent}
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
