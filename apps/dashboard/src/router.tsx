/** All routes of the dashboard. Search parameters are checked here; pages load on demand. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  retainSearchParams,
} from '@tanstack/react-router';
import { Crash } from './shell/crash.tsx';
import { NotFound } from './shell/frame.tsx';
import {
  type FrameSearch,
  frameSearch,
  keptSearch,
  listSearch,
  type RawSearch,
  readSearch,
  textOf,
  writeSearch,
} from './shell/search.ts';
import { LastWorkspace, WorkspaceFrame } from './shell/workspace.tsx';

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
});

export interface DoorSearch {
  next?: string;
  token?: string;
  error?: string;
}

/** `next`: where to go after sign-in. `token`: of an emailed link. `error`: why the provider's sign-in failed. */
function doorSearch({ next, token, error }: RawSearch): DoorSearch {
  const [path, word, code] = [textOf(next), textOf(token), textOf(error)];
  return {
    ...(path && { next: path }),
    ...(word && { token: word }),
    ...(code && { error: code }),
  };
}

const app = createRoute({ getParentRoute: () => root, path: '/app' });
const appIndex = createRoute({ getParentRoute: () => app, path: '/', component: LastWorkspace });
const signIn = createRoute({
  getParentRoute: () => app,
  path: 'sign-in',
  validateSearch: doorSearch,
  component: lazyRouteComponent(() => import('./pages/door/sign-in.tsx'), 'SignInPage'),
});
const welcome = createRoute({
  getParentRoute: () => app,
  path: 'welcome',
  validateSearch: doorSearch,
  component: lazyRouteComponent(() => import('./pages/door/welcome.tsx'), 'WelcomePage'),
});
const invitation = createRoute({
  getParentRoute: () => app,
  path: 'invitation',
  validateSearch: doorSearch,
  component: lazyRouteComponent(() => import('./pages/door/invitation.tsx'), 'InvitationPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => app,
  path: 'reset-password',
  validateSearch: doorSearch,
  component: lazyRouteComponent(
    () => import('./pages/door/reset-password.tsx'),
    'ResetPasswordPage',
  ),
});
const share = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  component: lazyRouteComponent(() => import('./pages/share/page.tsx'), 'SharePage'),
});

const workspace = createRoute({
  getParentRoute: () => app,
  path: '$workspace',
  validateSearch: frameSearch,
  search: { middlewares: [retainSearchParams<FrameSearch>([...keptSearch])] },
  component: WorkspaceFrame,
});

const workspaceIndex = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: () => <Navigate from="/app/$workspace" to="/app/$workspace/overview" replace />,
});
const overview = createRoute({
  getParentRoute: () => workspace,
  path: 'overview',
  component: lazyRouteComponent(() => import('./pages/overview/page.tsx'), 'OverviewPage'),
});
const live = createRoute({
  getParentRoute: () => workspace,
  path: 'live',
  component: lazyRouteComponent(() => import('./pages/live/page.tsx'), 'LivePage'),
});
const leads = createRoute({
  getParentRoute: () => workspace,
  path: 'leads',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/leads/page.tsx'), 'LeadsPage'),
});
const lead = createRoute({
  getParentRoute: () => workspace,
  path: 'leads/$id',
  component: lazyRouteComponent(() => import('./pages/leads/lead-page.tsx'), 'LeadPage'),
});
const people = createRoute({
  getParentRoute: () => workspace,
  path: 'people',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/people/page.tsx'), 'PeoplePage'),
});
const person = createRoute({
  getParentRoute: () => workspace,
  path: 'people/$id',
  component: lazyRouteComponent(() => import('./pages/people/person-page.tsx'), 'PersonPage'),
});
const companies = createRoute({
  getParentRoute: () => workspace,
  path: 'companies',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/companies/page.tsx'), 'CompaniesPage'),
});
const company = createRoute({
  getParentRoute: () => workspace,
  path: 'companies/$id',
  component: lazyRouteComponent(() => import('./pages/companies/company-page.tsx'), 'CompanyPage'),
});
const visitors = createRoute({
  getParentRoute: () => workspace,
  path: 'visitors',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/visitors/page.tsx'), 'VisitorsPage'),
});
const visitor = createRoute({
  getParentRoute: () => workspace,
  path: 'visitors/$id',
  component: lazyRouteComponent(() => import('./pages/visitors/visitor-page.tsx'), 'VisitorPage'),
});
const lists = createRoute({
  getParentRoute: () => workspace,
  path: 'lists',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/lists/page.tsx'), 'ListsPage'),
});
const list = createRoute({
  getParentRoute: () => workspace,
  path: 'lists/$id',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/lists/list-page.tsx'), 'ListPage'),
});
const campaigns = createRoute({
  getParentRoute: () => workspace,
  path: 'campaigns',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/campaigns/page.tsx'), 'CampaignsPage'),
});
const campaign = createRoute({
  getParentRoute: () => workspace,
  path: 'campaigns/$id',
  component: lazyRouteComponent(
    () => import('./pages/campaigns/campaign-page.tsx'),
    'CampaignPage',
  ),
});
const conversions = createRoute({
  getParentRoute: () => workspace,
  path: 'conversions',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/conversions/page.tsx'), 'ConversionsPage'),
});
const conversion = createRoute({
  getParentRoute: () => workspace,
  path: 'conversions/$id',
  component: lazyRouteComponent(
    () => import('./pages/conversions/conversion-page.tsx'),
    'ConversionPage',
  ),
});
const session = createRoute({
  getParentRoute: () => workspace,
  path: 'sessions/$id',
  component: lazyRouteComponent(() => import('./pages/sessions/session-page.tsx'), 'SessionPage'),
});
const refused = createRoute({
  getParentRoute: () => workspace,
  path: 'refused',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/refused/page.tsx'), 'RefusedPage'),
});
const keys = createRoute({
  getParentRoute: () => workspace,
  path: 'keys',
  component: lazyRouteComponent(() => import('./pages/keys/page.tsx'), 'KeysPage'),
});
const members = createRoute({
  getParentRoute: () => workspace,
  path: 'members',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/members/page.tsx'), 'MembersPage'),
});
const audit = createRoute({
  getParentRoute: () => workspace,
  path: 'audit',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./pages/audit/page.tsx'), 'AuditPage'),
});
const settings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  component: lazyRouteComponent(() => import('./pages/settings/page.tsx'), 'SettingsPage'),
});
const account = createRoute({
  getParentRoute: () => workspace,
  path: 'account',
  component: lazyRouteComponent(() => import('./pages/account/page.tsx'), 'AccountPage'),
});
const nowhere = createRoute({ getParentRoute: () => workspace, path: '$', component: NotFound });
const tree = root.addChildren([
  share,
  app.addChildren([
    appIndex,
    signIn,
    welcome,
    invitation,
    resetPassword,
    workspace.addChildren([
      workspaceIndex,
      overview,
      live,
      leads,
      lead,
      people,
      person,
      companies,
      company,
      visitors,
      visitor,
      lists,
      list,
      campaigns,
      campaign,
      conversions,
      conversion,
      session,
      refused,
      keys,
      members,
      audit,
      settings,
      account,
      nowhere,
    ]),
  ]),
]);

/** `base`: path of the service. */
export function createAppRouter(base: string) {
  return createRouter({
    routeTree: tree,
    basepath: base || '/',
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: Crash,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    scrollRestoration: true,
  });
}
