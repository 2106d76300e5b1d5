/** Companies of a page's rows, fetched separately by id: repeating the page's filter would count all matches a second time. */
import { useRead } from '../api/queries.ts';
import { useMe, useTest } from '../shell/frame-context.tsx';
import { idFilter } from './chosen-filter.ts';

interface OfCompany {
  company_id: string | null;
}

/** Renders a company's cell; blank while loading. */
export function useCompanyNames(rows: readonly OfCompany[] | undefined) {
  const test = useTest();
  const { features } = useMe().workspace;
  const isIncluded = features.includes('companies');
  const ids = [...new Set(rows?.flatMap(({ company_id: id }) => id ?? []))].sort();
  const query = {
    filter: idFilter(ids),
    fields: ['id', 'name', 'domain'],
    limit: ids.length,
    test,
  };
  const isNeeded = isIncluded && ids.length > 0;
  const companies = useRead(
    'GET /companies',
    { query },
    { isEnabled: isNeeded, keepsPrevious: true },
  );
  const names = new Map(companies.data?.data.map(({ id, name, domain }) => [id, name || domain]));
  return ({ company_id: id }: OfCompany): string => {
    if (id === null || !isIncluded) return '–';
    return names.get(id) ?? (companies.isFetching ? '\u00a0' : '–');
  };
}
