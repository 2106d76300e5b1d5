import { useMessages } from '../messages/language.tsx';
import { Mark } from './mark.tsx';

interface Judged {
  bot: { name: string; operator: string } | null;
  agent: string;
  suspicion: { reasons: string[] } | null;
}

/** Of a bot: that it is one, and whose; of who may be one: why; the name of an agent. Nothing of people. */
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
