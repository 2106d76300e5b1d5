import type { Right } from '@footfall/contract/rights';
import { Badge } from '@mantine/core';
import { useMessages } from '../../messages/language.tsx';

const colors: Record<Right, string> = {
  public: 'gray',
  device: 'blue',
  signed: 'green',
  api: 'green',
};

/** By what right it was said. */
export function RightBadge({ right }: { right: Right }) {
  const { conversions } = useMessages();
  return (
    <Badge size="sm" variant="light" color={colors[right]} title={conversions.rightTexts[right]}>
      {conversions.rights[right]}
    </Badge>
  );
}
