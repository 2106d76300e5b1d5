import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function OverviewPage() {
  const { overview } = useMessages();
  return <Page title={overview.title}>{null}</Page>;
}
