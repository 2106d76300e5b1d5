import { useFormat } from '../../kit/format.ts';

interface AmountsProps {
  amounts: { currency: string; value: number | null }[];
  /** A bare number: a ratio. */
  isRatio?: boolean;
}

/** One for each currency: sums of several are not added up. */
export function Amounts({ amounts, isRatio = false }: AmountsProps) {
  const format = useFormat();
  const known = amounts.flatMap(({ currency, value }) =>
    value === null ? [] : [{ currency, value }],
  );
  if (known.length === 0) return <>–</>;
  const written = known.map(({ currency, value }) => {
    if (!isRatio) return format.money(value, currency);
    return known.length > 1 ? `${format.number(value)} (${currency})` : format.number(value);
  });
  return <>{written.join(' · ')}</>;
}
