import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function AccountPage() {
  const { account } = useMessages();
  return <Page title={account.title}>{null}</Page>;
}
