import type { Right } from '@footfall/contract/rights';
import { Badge } from '@mantine/core';
import { useMessages } from '../../messages/language.tsx';

const looks = {
  public: { c: 'var(--quiet)', bg: 'var(--hover)' },
  device: { c: 'var(--accent)', bg: 'var(--accent-fill)' },
  signed: { c: 'var(--good)', bg: 'var(--good-fill)' },
  api: { c: 'var(--good)', bg: 'var(--good-fill)' },
} as const satisfies Record<Right, object>;

/** By what right it was said. */
export function RightBadge({ right }: { right: Right }) {
  const { conversions } = useMessages();
  return (
    <Badge size="sm" variant="light" {...looks[right]} title={conversions.rightTexts[right]}>
      {conversions.rights[right]}
    </Badge>
  );
}
