import { Page } from '../../kit/page.tsx';
import { useMessages } from '../../messages/language.tsx';

export function CampaignsPage() {
  const { campaigns } = useMessages();
  return <Page title={campaigns.title}>{null}</Page>;
}
