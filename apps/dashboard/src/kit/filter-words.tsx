import type { RecordKind } from '@footfall/contract/filter-fields';
import { useConditionWords } from './condition-words.ts';
import { partsOf } from './filter-parts.ts';

/** A read-only filter in words, or as text if it has no parts. */
export function FilterWords({ about, filter }: { about: RecordKind; filter: string }) {
  const parts = partsOf(filter);
  const words = useConditionWords(about, parts ?? []);
  if (!parts) return <code>{filter}</code>;
  return <span title={filter}>{parts.map(words).join(' · ')}</span>;
}
