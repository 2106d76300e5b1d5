import type { RecordKind } from '@footfall/contract/filter-fields';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '../api/queries.ts';
import type { ReadRoute } from '../api/routes.ts';
import { useMessages } from '../messages/language.tsx';
import { useTest } from '../shell/frame-context.tsx';
import { faultOfFilter } from './filter-parts.ts';

/** The list route that counts matches. */
const routes = {
  lead: 'GET /leads',
  visitor: 'GET /visitors',
  identity: 'GET /identities',
  company: 'GET /companies',
  conversion: 'GET /conversions',
  campaign: 'GET /campaigns',
  list: 'GET /lists',
} as const satisfies Partial<Record<RecordKind, ReadRoute>>;

const pauseMs = 350;

interface MatchCountProps {
  about: RecordKind;
  filter: string | undefined;
}

/** Number of matches of a filter before it is applied. */
export function MatchCount({ about, filter }: MatchCountProps) {
  if (!(about in routes)) return null;
  return <CountOf about={about as keyof typeof routes} filter={filter} />;
}

function CountOf({ about, filter }: { about: keyof typeof routes; filter: string | undefined }) {
  const { bulk } = useMessages();
  const test = useTest();
  const [filterText] = useDebouncedValue(filter, pauseMs);
  const query = {
    limit: 1,
    ...(about !== 'list' && { test }),
    ...(filterText && { filter: filterText }),
  };
  const isEnabled = !filterText || faultOfFilter(filterText) === undefined;
  const { data, isFetching, error } = useRead(
    routes[about],
    { query },
    { isEnabled, keepsPrevious: true },
  );
  if (!isEnabled || error) return null;
  const isSettled = filterText === filter && !isFetching;
  return (
    <Text size="xs" c="dimmed" role="status">
      {isSettled && data ? bulk.matching(data.pagination.total) : bulk.counting}
    </Text>
  );
}
