import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function CompanyPage() {
  const { companies } = useMessages();
  return <Page title={companies.title}>{null}</Page>;
}
