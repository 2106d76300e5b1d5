import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function ListsPage() {
  const { lists } = useMessages();
  return <Page title={lists.title}>{null}</Page>;
}
