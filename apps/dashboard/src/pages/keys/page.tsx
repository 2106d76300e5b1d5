import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function KeysPage() {
  const { keys } = useMessages();
  return <Page title={keys.title}>{null}</Page>;
}
