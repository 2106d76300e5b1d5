import type { Right } from '@footfall/contract/rights';
import { Mark, type MarkLook } from '../../kit/mark.tsx';
import { useMessages } from '../../messages/language.tsx';

const looks = {
  public: 'quiet',
  device: 'accent',
  signed: 'good',
  api: 'good',
} as const satisfies Record<Right, MarkLook>;

/** Its verification level. */
export function RightBadge({ right }: { right: Right }) {
  const { conversions } = useMessages();
  return (
    <Mark look={looks[right]} title={conversions.rightTexts[right]}>
      {conversions.rights[right]}
    </Mark>
  );
}
