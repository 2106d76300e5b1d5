import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function RefusedPage() {
  const { refused } = useMessages();
  return <Page title={refused.title}>{null}</Page>;
}
