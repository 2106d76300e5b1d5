import { useRead } from '../../api/queries.ts';
import { campaignTitle } from '../../kit/campaign-title.ts';
import { RecordLink } from '../../kit/record-link.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe } from '../../shell/frame-context.tsx';

/** The campaign of a touch, which only has its id. */
export function CampaignName({ id }: { id: string }) {
  const { campaigns } = useMessages();
  const isEnabled = useMe().workspace.features.includes('campaigns');
  const { data } = useRead('GET /campaigns/{id}', { params: { id } }, { isEnabled });
  if (!isEnabled) return <>–</>;
  return (
    <RecordLink page="campaigns" id={id}>
      {data ? campaignTitle(data.data) || campaigns.unnamed : '…'}
    </RecordLink>
  );
}
