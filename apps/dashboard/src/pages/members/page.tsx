import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function MembersPage() {
  const { members } = useMessages();
  return <Page title={members.title}>{null}</Page>;
}
