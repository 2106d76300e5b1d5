import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function VisitorsPage() {
  const { visitors } = useMessages();
  return <Page title={visitors.title}>{null}</Page>;
}
