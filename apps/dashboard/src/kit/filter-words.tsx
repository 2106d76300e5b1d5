import type { RecordKind } from '@footfall/contract/filter-fields';
import { useConditionWords } from './condition-words.ts';
import { partsOf } from './filter-parts.ts';

/** A filter as people say it, where it cannot be changed; as its text where it has no parts. */
export function FilterWords({ about, filter }: { about: RecordKind; filter: string }) {
  const parts = partsOf(filter);
  const words = useConditionWords(about, parts ?? []);
  if (!parts) return <code>{filter}</code>;
  return <span title={filter}>{parts.map(words).join(' · ')}</span>;
}
