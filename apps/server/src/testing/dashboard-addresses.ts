/** Where the pages of the dashboard are. */
import { pageIn, type Rest } from './rest.ts';

const plain = ['overview', 'live', 'refused', 'keys', 'members', 'audit', 'settings', 'account'];

/** Pages with a table, and of which records. */
const tables = {
  leads: 'leads',
  people: 'identities',
  companies: 'companies',
  visitors: 'visitors',
  campaigns: 'campaigns',
  conversions: 'conversions',
  sessions: 'sessions',
  lists: 'lists',
};

/** Each page, and each page of a record with the latest of its kind, of which there has to be one. */
export async function dashboardPages(rest: Rest): Promise<string[]> {
  const ofRecords = await Promise.all(
    Object.entries(tables).map(async ([page, collection]) => {
      const [first] = pageIn(await rest.get(`/${collection}?limit=1`)).data;
      if (!first) throw new Error(`there is no record for the page ${page}`);
      const own = `${page}/${first.id}`;
      // Rows are all of one kind: a few are as good as many, and judged sooner.
      return page === 'sessions' ? [own] : [`${page}?size=8`, own];
    }),
  );
  return [...plain, ...ofRecords.flat()];
}
