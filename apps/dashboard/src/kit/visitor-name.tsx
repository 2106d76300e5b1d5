import { useMessages } from '../messages/language.tsx';

interface NamedVisitor {
  id: string;
  identity?: { name: string; email: string };
}

/** Whom the visitor is known to be; of others the end of the id, which tells them apart. */
export function VisitorName({ visitor: { id, identity } }: { visitor: NamedVisitor }) {
  const { timeline } = useMessages();
  return <>{identity?.name || identity?.email || timeline.anonymous(id.slice(-6))}</>;
}
