/** The demo's website: a made-up business-to-business planning service. */

export interface SitePage {
  path: string;
  title: string;
  /** Relative frequency of visits. */
  weight: number;
  /** Clickable elements. */
  clicks: readonly string[];
}

export const siteUrl = 'https://www.tidemark.example';
export const appUrl = 'https://app.tidemark.example';

const page = (path: string, title: string, weight: number, ...clicks: string[]): SitePage => ({
  path,
  title: `${title} – Tidemark`,
  weight,
  clicks,
});

const home = page(
  '/',
  'Planning for field teams',
  14,
  'Start free trial',
  'Watch the film',
  'See pricing',
);
const pricing = page(
  '/pricing',
  'Pricing',
  16,
  'Monthly',
  'Yearly',
  'Compare plans',
  'Talk to sales',
);

const docs = [
  page('/docs/getting-started', 'Getting started', 6, 'Copy command'),
  page('/docs/import-schedules', 'Import schedules', 4, 'Copy example'),
  page('/docs/api', 'API reference', 5, 'Copy example', 'Open in a new tab'),
  page('/docs/webhooks', 'Webhooks', 3, 'Copy example'),
  page('/docs/sso', 'Single sign-on', 2, 'Download metadata'),
];
const blog = [
  page('/blog/shift-planning-mistakes', 'Seven mistakes in shift planning', 5, 'Subscribe'),
  page('/blog/route-planning-2026', 'Route planning in 2026', 5, 'Subscribe'),
  page('/blog/case-study-harbour-pilots', 'How harbour pilots plan tides', 4, 'Download as PDF'),
  page('/blog/overtime-rules', 'Overtime rules, explained', 6, 'Subscribe'),
];
const product = [
  page('/product/scheduling', 'Scheduling', 8, 'Watch the film', 'Start free trial'),
  page('/product/dispatch', 'Dispatch', 6, 'Start free trial'),
  page('/customers', 'Customers', 5, 'Read the story'),
  page('/security', 'Security', 3, 'Download the report'),
];

/** Pages with a form, or after one. */
export const formPages = {
  demo: page('/demo', 'Book a demo', 3, 'Choose a date'),
  signup: page('/signup', 'Sign up', 3, 'Show password'),
  contact: page('/contact', 'Contact', 3, 'Copy address'),
  login: page('/login', 'Log in', 1, 'Forgot password'),
  billing: page('/account/billing', 'Billing', 1, 'Change plan'),
  newsletter: page('/newsletter', 'Newsletter', 1, 'Read the last issue'),
  download: page('/resources/planning-guide', 'The planning guide', 2, 'Preview'),
  support: page('/support', 'Support', 1, 'Search'),
} as const;
export type FormPage = keyof typeof formPages;

/** Pages that people browse. */
export const openPages: readonly SitePage[] = [
  home,
  pricing,
  ...product,
  ...docs,
  ...blog,
  formPages.demo,
  formPages.signup,
  formPages.contact,
];

/** Landing pages. */
export const entryPages = {
  any: [home, home, home, pricing, ...product],
  search: [home, home, pricing, ...blog, ...docs, ...product],
  ai: [pricing, ...docs, ...product],
  landing: [home, pricing, ...product, formPages.demo],
  reading: [...blog, formPages.download],
} as const satisfies Record<string, readonly SitePage[]>;
export type EntryKind = keyof typeof entryPages;
