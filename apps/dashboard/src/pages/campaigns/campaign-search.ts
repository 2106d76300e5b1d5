/** The attribution model in the URL of campaign pages. */
import {
  type AttributionModel,
  attributionModelNames,
  usualModel,
} from '@footfall/contract/campaigns';
import { beginningOf } from '@footfall/contract/day-beginning';
import { useSearch } from '@tanstack/react-router';
import { usePeriod, useSetSearch } from '../../shell/frame-context.tsx';
import type { RawSearch } from '../../shell/search.ts';

export function useModel(): [AttributionModel, (model: AttributionModel) => void] {
  const { model } = useSearch({ strict: false }) as RawSearch;
  const set = useSetSearch();
  const matchingModel = attributionModelNames.find((name) => name === model) ?? usualModel;
  return [matchingModel, (chosen) => set({ model: chosen === usualModel ? undefined : chosen })];
}

/** The page's period as instants. */
export function useInstants(): { from: string; to: string } {
  const { since, until, timeZone } = usePeriod();
  return { from: beginningOf(since, timeZone), to: beginningOf(until, timeZone) };
}
