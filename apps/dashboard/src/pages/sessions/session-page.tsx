import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function SessionPage() {
  const { sessions } = useMessages();
  return <Page title={sessions.title}>{null}</Page>;
}
