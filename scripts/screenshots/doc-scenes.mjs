// Pictures in README and docs: URL, actions, and the part of the page to show (default: its first screen).
import { firstId, settle } from './stage.mjs';

const at =
  (path) =>
  ({ workspace }) =>
    `/app/${workspace}/${path}`;
const one =
  (pages, records) =>
  async ({ page, workspace }) =>
    `/app/${workspace}/${pages}/${await firstId(page, workspace, records)}`;
const region = (name) => (page) => page.getByRole('region', { name, exact: true });
const dialog = (page) => page.getByRole('dialog').first();
const click = (page, role, name) => page.getByRole(role, { name }).first().click();

const company = one('companies', '/companies?from=2000-01-01&sort=-visits&limit=1&filter=lead%3A*');
const person = one('people', '/identities?sort=-intent_score&limit=1');
const why = region('Why this company?');

/** A fingerprint reader, simulated by Chromium. */
async function addPasskey(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByLabel('Passkey name').fill('My laptop');
  await click(page, 'button', 'Add passkey');
  await page.getByText('My laptop').waitFor();
}

export const docScenes = {
  overview: { address: at('overview') },
  live: { address: at('live') },
  companies: { address: at('companies') },
  company: { address: company },
  leads: { address: at('leads') },
  person: { address: person },
  session: {
    address: one(
      'sessions',
      '/sessions?limit=1&filter=page_view_count%20%3E%205%20AND%20engaged_seconds%20%3E%2030',
    ),
  },
  campaigns: { address: at('campaigns') },
  settings: { address: at('settings') },
  members: { address: at('members') },
  audit: { address: at('audit') },
  bots: { address: at('visitors?bots=true') },
  share: { address: ({ share }) => share },
  dark: { address: at('overview'), look: { colorScheme: 'dark' } },
  german: { address: at('leads'), look: { language: 'de' } },
  phone: { address: at('overview'), look: { width: 390, height: 844 } },
  'phone-person': { address: person, look: { width: 390, height: 844 } },
  'api-reference': { address: () => '/docs' },

  'why-company': { address: company, part: why },
  'not-this-company': {
    address: company,
    prepare: async (page) => {
      await why(page)
        .getByRole('button', { name: /^Not this company/ })
        .first()
        .click();
      await why(page).getByText('Company rejected').waitFor();
      await why(page).getByText('still updating').waitFor({ state: 'detached' });
    },
    part: why,
    after: (page) => why(page).getByRole('button', { name: 'Undo' }).click(),
  },
  'why-credit': {
    address: one('conversions', '/conversions?limit=1&filter=value%20%3E%200'),
    part: region('Attribution'),
  },
  channels: {
    address: at('overview'),
    prepare: async (page) => {
      const sources = region('Sources')(page);
      await sources.getByRole('button', { name: 'Channel', exact: true }).click();
      await sources.getByText('AI assistant').first().waitFor();
    },
    part: region('Sources'),
  },
  filter: {
    address: at('people'),
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Viewed .* twice, no conversion$/ }).click();
      await click(page, 'button', 'Germany');
      await click(page, 'button', 'Query');
      await page.getByRole('textbox', { name: 'Filter query' }).waitFor();
    },
  },
  list: { address: one('lists', '/lists?limit=1&filter=name%3A%22Saw%20the%20prices%22') },
  'select-all': {
    address: at('leads'),
    prepare: async (page) => {
      await page.getByRole('checkbox').first().check();
      await page.getByText(/^Select all [\d,]+/).click();
    },
  },
  export: {
    address: at('leads'),
    prepare: async (page) => {
      await click(page, 'button', 'Export');
      await page.getByRole('menuitem', { name: /^Parquet/ }).waitFor();
    },
  },
  'share-link': {
    address: at('overview'),
    prepare: async (page) => {
      await click(page, 'button', 'Share');
      await page.getByText('Password (optional)').waitFor();
    },
    part: dialog,
  },
  account: { address: at('account'), prepare: addPasskey },
  keys: { address: at('keys') },
  'new-key': {
    address: at('keys'),
    prepare: async (page) => {
      await click(page, 'button', 'Create key');
      await page.getByLabel('Name').fill('Nightly report');
    },
    part: dialog,
  },
  completeness: {
    address: at('refused'),
    // Computed in the background.
    prepare: async (page) => {
      for (let tries = 0; tries < 60; tries++) {
        if (await region('Completeness')(page).isVisible()) return;
        await page.waitForTimeout(1_000);
        await page.reload();
        await settle(page);
      }
    },
    part: region('Completeness'),
  },
  search: {
    address: at('overview'),
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await dialog(page).getByRole('textbox').first().fill('ra');
      await dialog(page).getByText('Raven').first().waitFor();
    },
    part: dialog,
  },
  keyboard: {
    address: at('leads'),
    prepare: (page) => page.keyboard.press('?'),
    part: dialog,
  },
};
