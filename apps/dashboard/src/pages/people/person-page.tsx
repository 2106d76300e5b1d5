import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function PersonPage() {
  const { people } = useMessages();
  return <Page title={people.title}>{null}</Page>;
}
