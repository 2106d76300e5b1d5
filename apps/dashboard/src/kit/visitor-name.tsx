import { useMessages } from '../messages/language.tsx';

interface NamedVisitor {
  id: string;
  identity?: { name: string; email: string };
  bot: { name: string } | null;
}

/** The visitor's person, or the bot's name; for bots and anonymous visitors with the end of the id. */
export function VisitorName({ visitor }: { visitor: NamedVisitor }) {
  return <>{useVisitorName(visitor)}</>;
}

export function useVisitorName({ id, identity, bot }: NamedVisitor): string {
  const { timeline } = useMessages();
  const end = id.slice(-6);
  if (bot?.name) return `${bot.name} ${end}`;
  const person = identity?.name || identity?.email;
  return person || (bot ? `${timeline.bot} ${end}` : timeline.anonymous(end));
}
