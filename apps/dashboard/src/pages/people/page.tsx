import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function PeoplePage() {
  const { people } = useMessages();
  return <Page title={people.title}>{null}</Page>;
}
