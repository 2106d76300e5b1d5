import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function LivePage() {
  const { live } = useMessages();
  return <Page title={live.title}>{null}</Page>;
}
