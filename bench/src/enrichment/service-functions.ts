/* The service's own functions, as the build left them. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.ts';

export type AddressFacts = {
  city: string;
  country: string;
  asn: number;
  networkOwner: string;
  connection: string;
};
export type LookUp = (ip: string) => AddressFacts;
export type AddressTables = {
  lookUp: LookUp;
  readonly isReady: boolean;
  ready: Promise<void>;
  close(): Promise<void>;
};
type Texts = Record<string, string>;
type Signals = { userAgent: string; connection: string; headers: object; isDriven: boolean };

type Modules = {
  'enrichment/addresses/address-tables': {
    openAddressTables(options: { onError(error: unknown): void }): AddressTables;
  };
  'enrichment/anonymise-ip': { anonymiseIp(ip: string, mode: 'truncate'): string };
  'enrichment/user-agents/detect-bot': { detectBot(signals: Signals): object | undefined };
  'enrichment/user-agents/describe-user-agent': {
    describeUserAgent(userAgent: string): { browser: string };
  };
  'enrichment/sources/visit-origin': {
    sourceKind(hasTags: boolean, url: string, referrer: string): string;
    visitOrigin(facts: {
      url: string;
      referrer: string;
      campaign: Texts | null;
      clickIds: Texts | null;
    }): { channel: string };
    campaignOf(campaign: Texts | null, clickIds: Texts | null): object | undefined;
  };
  'companies/company-of': {
    companyOfEmail(workspaceId: string, isTest: boolean, email: string): object | undefined;
    companyOfNetwork(workspaceId: string, isTest: boolean, facts: AddressFacts): object | undefined;
  };
  'companies/network-company': {
    networkCompanyOf(workspaceId: string, isTest: boolean, facts: AddressFacts): object | undefined;
  };
  'ingest/visit-facts': {
    visitFacts(context: object, sender: object): { address: AddressFacts; source: string };
  };
  'workspaces/settings': { defaultSettings: object };
};

// Not static imports: the server is an application, it offers its modules to no other package.
export function serviceModule<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  const built = pathToFileURL(join(root, 'apps/server/dist', `${name}.js`)).href;
  return import(built) as Promise<Modules[Name]>;
}

/** The service's tables of addresses; throws, and says why, where they cannot be opened. */
export async function openTables(): Promise<AddressTables> {
  const { openAddressTables } = await serviceModule('enrichment/addresses/address-tables');
  let failure: unknown;
  const tables = openAddressTables({
    onError: (error) => {
      failure ??= error;
    },
  });
  await tables.ready;
  if (!tables.isReady)
    throw new Error('The tables of addresses cannot be opened: run npm run build first.', {
      cause: failure,
    });
  return tables;
}
