/** Ready-made filters for the most frequent questions, one click without typing. */
import type { Feature } from '@footfall/contract/access';
import type { ViewPage } from '@footfall/contract/views';
import { useRead } from '../api/queries.ts';
import type { Messages } from '../messages/en.ts';
import { useMessages } from '../messages/language.tsx';
import { useMe } from '../shell/frame-context.tsx';

interface Question {
  page: ViewPage;
  name: keyof Messages['ready']['questions'];
  /** Its conditions; gets the filter for key pages, if needed. */
  filter: (keyPage: string) => string;
  asksForKeyPage?: boolean;
  sort?: string;
  feature?: Feature;
}

const questions: Question[] = [
  {
    page: 'leads',
    name: 'changedSinceYesterday',
    filter: () => 'updated_at > now-1d',
    sort: '-updated_at',
  },
  { page: 'leads', name: 'openedThisWeek', filter: () => 'created_at > now-7d' },
  { page: 'people', name: 'hereThisWeek', filter: () => 'last_seen > now-7d' },
  { page: 'people', name: 'awayForMonth', filter: () => 'last_seen < now-30d' },
  {
    page: 'people',
    name: 'sawTwiceNotConverted',
    filter: (page) => `did("page_view", path = ${page}, at least 2) AND NOT conversion:*`,
    asksForKeyPage: true,
    feature: 'conversions',
  },
  {
    page: 'companies',
    name: 'sawThisWeekNoLead',
    filter: (page) => `did("page_view", path = ${page}, within 7d) AND NOT lead:*`,
    asksForKeyPage: true,
  },
  { page: 'visitors', name: 'firstHereThisWeek', filter: () => 'first_seen > now-7d' },
  {
    page: 'visitors',
    name: 'byAssistantThisMonth',
    filter: () => 'channel = ai_assistant AND first_seen > now-30d',
  },
  { page: 'visitors', name: 'suspected', filter: () => 'state = suspected' },
  { page: 'conversions', name: 'thisWeek', filter: () => 'created_at > now-7d' },
  { page: 'conversions', name: 'withValue', filter: () => 'value > 0' },
];

export interface ReadyFilter {
  page: ViewPage;
  label: string;
  filter: string;
  sort: string | undefined;
}

/** For one page or all; `isWhole` is false until key pages have loaded. */
export function useReadyFilters(page?: ViewPage): { ready: ReadyFilter[]; isWhole: boolean } {
  const { ready: words } = useMessages();
  const { features } = useMe().workspace;
  const offered = questions.filter(
    (question) =>
      (page === undefined || question.page === page) &&
      (question.feature === undefined || features.includes(question.feature)),
  );
  const needsKeyPage = offered.some(({ asksForKeyPage }) => asksForKeyPage);
  const settings = useRead('GET /settings', {}, { isEnabled: needsKeyPage });
  const pattern = settings.data?.data.key_pages[0]?.pattern;
  return {
    ready: offered
      .filter(({ asksForKeyPage }) => !asksForKeyPage || pattern !== undefined)
      .map((question) => ({
        page: question.page,
        label: words.questions[question.name](pattern?.replace(/\*$/, '') ?? ''),
        filter: question.filter(JSON.stringify(pattern ?? '')),
        sort: question.sort,
      })),
    isWhole: !needsKeyPage || !settings.isPending,
  };
}
