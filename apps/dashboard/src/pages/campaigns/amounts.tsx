import type { CampaignPerformance } from '@footfall/contract/campaigns';
import { useFormat } from '../../kit/format.ts';
import { useMessages } from '../../messages/language.tsx';

interface AmountsProps {
  amounts: { currency: string; value: number | null }[];
}

/** One per currency: different currencies are not added. */
export function Amounts({ amounts }: AmountsProps) {
  const format = useFormat();
  const currencies = currenciesOf(amounts);
  if (currencies.length === 0) return <>–</>;
  return <>{currencies.map(({ currency, value }) => format.money(value, currency)).join(' · ')}</>;
}

/** Revenue by spend, or why it does not exist for different currencies. */
export function Returns({ of }: { of: CampaignPerformance['return'] }) {
  const { campaigns } = useMessages();
  const format = useFormat();
  const currencies = currenciesOf(of);
  const isApart = of.some(({ reason_code: reason }) => reason === 'other_currency');
  const isOne = currencies.length === 1 && !isApart;
  const written = currencies.map(({ currency, value }) =>
    isOne ? format.number(value) : `${format.number(value)} (${currency})`,
  );
  return (
    <span title={isApart ? campaigns.currenciesDifferText : campaigns.returnText}>
      {[...written, ...(isApart ? [campaigns.currenciesDiffer] : [])].join(' · ') || '–'}
    </span>
  );
}

function currenciesOf(amounts: AmountsProps['amounts']) {
  return amounts.flatMap(({ currency, value }) => (value === null ? [] : [{ currency, value }]));
}
