/** The pages of the navigation, in order, with their letter after `g`. */
import type { Feature, WorkspaceRole } from '@footfall/contract/access';
import type { Messages } from '../messages/en.ts';

/** Each has an icon and messages under its name. */
type PageName =
  | 'overview'
  | 'live'
  | 'leads'
  | 'people'
  | 'companies'
  | 'visitors'
  | 'lists'
  | 'campaigns'
  | 'conversions'
  | 'refused'
  | 'keys'
  | 'members'
  | 'audit'
  | 'settings';

interface NavigationPage {
  page: PageName;
  letter: string;
  feature?: Feature;
  roles?: WorkspaceRole[];
}

interface NavigationGroup {
  group: keyof Messages['frame']['groups'];
  pages: NavigationPage[];
}

const navigation: NavigationGroup[] = [
  {
    group: 'insight',
    pages: [
      { page: 'overview', letter: 'o' },
      { page: 'live', letter: 'n' },
    ],
  },
  {
    group: 'records',
    pages: [
      { page: 'leads', letter: 'l' },
      { page: 'people', letter: 'p' },
      { page: 'companies', letter: 'c', feature: 'companies' },
      { page: 'visitors', letter: 'v' },
      { page: 'lists', letter: 'i', feature: 'lists' },
    ],
  },
  {
    group: 'marketing',
    pages: [
      { page: 'campaigns', letter: 'a', feature: 'campaigns' },
      { page: 'conversions', letter: 'r', feature: 'conversions' },
    ],
  },
  {
    group: 'manage',
    pages: [
      { page: 'refused', letter: 'f', roles: ['admin'] },
      { page: 'keys', letter: 'k', roles: ['admin'] },
      { page: 'members', letter: 'm' },
      { page: 'audit', letter: 'u', roles: ['admin'] },
      { page: 'settings', letter: 's', roles: ['admin'] },
    ],
  },
];

/** Pages available to this member in this workspace. */
export function pagesFor(role: WorkspaceRole, features: readonly Feature[]): NavigationGroup[] {
  return navigation
    .map(({ group, pages }) => ({
      group,
      pages: pages.filter(
        ({ feature, roles }) =>
          (!feature || features.includes(feature)) && (!roles || roles.includes(role)),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
}
