import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function AuditPage() {
  const { audit } = useMessages();
  return <Page title={audit.title}>{null}</Page>;
}
