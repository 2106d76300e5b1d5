/** The table of companies. */
import type { AnswerOf } from '../../api/routes.ts';
import { useFormat } from '../../kit/format.ts';
import type { Column } from '../../kit/record-table.tsx';
import { pathOf } from '../../kit/visit-pages.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';

type Company = AnswerOf<'GET /companies'>['data'][number];

/** Activity is of the period, and sortable; without a period, only company data. */
export function useCompanyColumns(isAll: boolean): Column<Company>[] {
  const { companies } = useMessages();
  const facts: Column<Company>[] = [
    { id: 'domain', title: companies.domain, cell: ({ domain }) => domain || '–' },
    {
      id: 'industry',
      title: companies.industry,
      cell: ({ main_industry: industry }) => industry || '–',
      isOptional: !isAll,
    },
    {
      id: 'employees',
      title: companies.employees,
      cell: ({ employees }) => employees || '–',
      isOptional: !isAll,
    },
    {
      id: 'created',
      title: companies.created,
      ...(isAll && { sort: 'created_at' }),
      cell: ({ created_at }) => <When at={created_at} />,
      isOptional: !isAll,
    },
  ];
  const activity = useActivityColumns();
  return [
    {
      id: 'name',
      title: companies.name,
      sort: 'name',
      cell: ({ name, domain }) => name || domain || '–',
    },
    ...(isAll ? facts : [...activity, ...facts]),
  ];
}

function useActivityColumns(): Column<Company>[] {
  const { companies } = useMessages();
  const format = useFormat();
  const count = (value: number | undefined) => (value === undefined ? '–' : format.number(value));
  return [
    {
      id: 'last_seen',
      title: companies.lastSeen,
      sort: 'last_seen',
      cell: ({ activity }) => <When at={activity?.last_seen} />,
      isNarrow: true,
    },
    {
      id: 'visits',
      title: companies.visits,
      sort: 'visits',
      cell: ({ activity }) => count(activity?.visits),
      align: 'end',
    },
    {
      id: 'people',
      title: companies.people,
      cell: ({ activity }) => count(activity?.people),
      align: 'end',
    },
    {
      id: 'page_views',
      title: companies.pageViews,
      sort: 'page_views',
      cell: ({ activity }) => count(activity?.page_views),
      align: 'end',
    },
    {
      id: 'intent',
      title: companies.intent,
      sort: 'intent',
      cell: ({ activity }) => count(activity?.intent),
      align: 'end',
      isNarrow: true,
    },
    {
      id: 'top_pages',
      title: companies.topPages,
      cell: ({ activity }) =>
        activity?.top_pages
          .slice(0, 3)
          .map(({ url }) => pathOf(url))
          .join(', ') || '–',
    },
  ];
}
