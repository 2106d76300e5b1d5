/* What is measured: each function of the service with the arguments that ingest, or reading, gives it. */
import { openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { isKnown } from './draw-addresses.ts';
import { type AddressTables, type LookUp, serviceModule } from './service-functions.ts';

export type Inputs = {
  /** Different ones, many more than the service remembers. */
  ipv4: string[];
  ipv6: string[];
  /** 5,000 user agents. */
  agents: string[];
};

export type Workload = {
  id: string;
  name: string;
  /** Passes over `count` calls, one after the other; once where a second pass would meet remembered answers. */
  passes: number;
  count: number;
  /** One call; true when the answer is the expected one. */
  call(i: number): boolean;
  /** How many of the answers are. */
  expected: number;
  /** Part of what geography and network may cost together. */
  isLimited?: boolean;
};

/** What is asked for again and again. */
const repeated = 200;
const calls = 20_000;
const passes = 5;
const workspaceId = '00000000-0000-7000-8000-000000000000';

/** In turn, as an endless list. */
const turns =
  <Value>(values: readonly Value[]) =>
  (i: number): Value => {
    const value = values[i % values.length];
    if (value === undefined) throw new Error('a workload without input');
    return value;
  };

/** Every answer is the expected one. */
function always(id: string, name: string, call: (i: number) => boolean, count = calls): Workload {
  return { id, name, passes, count, call, expected: count };
}

const once = (id: string, name: string, call: (i: number) => boolean, count: number) => ({
  ...always(id, name, call, count),
  passes: 1,
});

/** IPv4 and IPv6 in turn. */
const inTurn = ({ ipv4, ipv6 }: Inputs): string[] =>
  ipv4.flatMap((address, i) => [address, ipv6[i] ?? address]).slice(0, calls);

const limited = (workload: Workload): Workload => ({ ...workload, isLimited: true });

/**
 * One after the other, each group made when those before it have been measured: the first lookups of the process
 * have to be first, and later ones find the kinds of networks known.
 */
export async function* workloads(
  tables: AddressTables,
  inputs: Inputs,
): AsyncGenerator<Workload, void> {
  yield* addressWorkloads(tables.lookUp, inputs);
  yield* await agentWorkloads(inputs);
  yield* await sourceWorkloads();
  yield* await companyWorkloads(tables.lookUp, inputs);
  yield* await visitWorkloads(tables, inputs);
}

function addressWorkloads(lookUp: LookUp, inputs: Inputs): Workload[] {
  const { ipv4, ipv6 } = inputs;
  const find = (addresses: string[]) => {
    const at = turns(addresses);
    return (i: number) => isKnown(lookUp(at(i)));
  };
  const first = inTurn(inputs);
  const file = openSync(join(root, 'apps/server/dist/address-tables/addresses.bin'), 'r');
  const block = Buffer.alloc(1_024);
  const readBlock = (i: number) =>
    readSync(file, block, 0, block.length, ((i * 7_919) % 60_000) * 1_024) === block.length;
  return [
    limited(once('address-first', 'address, the first 20,000 after the start', find(first), calls)),
    limited(always('address-ipv4', 'address by IPv4, not remembered', find(ipv4))),
    limited(always('address-ipv6', 'address by IPv6, not remembered', find(ipv6))),
    limited(always('address-known', 'address, remembered', find(ipv4.slice(0, repeated)))),
    always('read', 'for comparison: 1 kB read from a file', readBlock),
  ];
}

async function agentWorkloads({ agents }: Inputs): Promise<Workload[]> {
  const { detectBot } = await serviceModule('enrichment/user-agents/detect-bot');
  const { describeUserAgent } = await serviceModule('enrichment/user-agents/describe-user-agent');
  const connection = 'access_provider';
  // Browsers: whoever is no bot has passed every rule, which costs the most.
  const isPerson = (agent: string) =>
    detectBot({ userAgent: agent, connection, headers: browserHeaders, isDriven: false }) ===
    undefined;
  const isDescribed = (agent: string) => typeof describeUserAgent(agent).browser === 'string';
  const strange = turns(agents);
  const usual = turns(agents.slice(-repeated));
  const count = agents.length;
  return [
    once('bot-first', 'bot detection, user agent seen first', (i) => isPerson(strange(i)), count),
    always('bot-known', 'bot detection, remembered', (i) => isPerson(usual(i))),
    once('agent-first', 'browser, system, device *', (i) => isDescribed(strange(i)), count),
    always('agent-known', 'browser, system, device, remembered *', (i) => isDescribed(usual(i))),
  ];
}

const browserHeaders = {
  acceptLanguage: 'en-GB,en;q=0.9',
  secFetchSite: 'cross-site',
  clientHintsBrand: '"Google Chrome";v="147", "Not.A/Brand";v="8", "Chromium";v="147"',
  isSecure: true,
};

const url = 'https://www.shop.example/product/page-1';
const referrers = [
  'https://www.shop.example/pricing',
  'https://www.google.com/',
  'https://chatgpt.com/',
  '',
  ...Array.from({ length: 16 }, (_, i) => `https://blog-${i}.partner-${i % 4}.co.uk/post/${i}?a=b`),
];
const campaign = { source: 'google', medium: 'cpc', name: 'spring-1', content: 'text-ad' };

async function sourceWorkloads(): Promise<Workload[]> {
  const origin = await serviceModule('enrichment/sources/visit-origin');
  const referrer = turns(referrers);
  const facts = { campaign: null, clickIds: null, url };
  const tags = turns([
    { campaign, clickIds: null },
    { campaign: null, clickIds: { gclid: 'EAIaIQobChMI' } },
  ]);
  return [
    always('source', 'source of a visit', (i) => {
      return origin.sourceKind(false, url, referrer(i)) !== '';
    }),
    always('campaign', 'campaign of tags or a click id', (i) => {
      const { campaign: sent, clickIds } = tags(i);
      return origin.campaignOf(sent, clickIds) !== undefined;
    }),
    always('channel', 'channel, source and medium *', (i) => {
      return origin.visitOrigin({ ...facts, referrer: referrer(i) }).channel !== '';
    }),
  ];
}

async function companyWorkloads(lookUp: LookUp, inputs: Inputs): Promise<Workload[]> {
  const { ipv4, ipv6 } = inputs;
  const { companyOfEmail, companyOfNetwork } = await serviceModule('companies/company-of');
  const { networkCompanyOf } = await serviceModule('companies/network-company');
  const { anonymiseIp } = await serviceModule('enrichment/anonymise-ip');
  const mixed = inTurn(inputs);
  const facts = mixed.map(lookUp);
  const businesses = facts.filter(({ connection }) => connection === 'business');
  const companies = facts.filter((each) => networkCompanyOf(workspaceId, false, each)).length;
  const business = turns(businesses);
  const network = turns(facts);
  const email = turns([
    ...Array.from({ length: 300 }, (_, i) => `person-${i}@firm-${i}.${i % 2 ? 'co.uk' : 'de'}`),
    ...Array.from({ length: 200 }, (_, i) => `person-${i}@${i % 2 ? 'gmail.com' : 'web.de'}`),
  ]);
  const shorten = (addresses: string[]) => {
    const at = turns(addresses);
    return (i: number) => anonymiseIp(at(i), 'truncate') !== '';
  };
  const address = turns(mixed);
  return [
    {
      ...limited(
        always('together', 'address not remembered, and company of its network', (i) => {
          return networkCompanyOf(workspaceId, false, lookUp(address(i))) !== undefined;
        }),
      ),
      expected: companies,
    },
    {
      ...always('company-network', 'company of the network', (i) => {
        return networkCompanyOf(workspaceId, false, network(i)) !== undefined;
      }),
      expected: companies,
    },
    always('company-network-first', 'company of a business network, seen first', (i) => {
      return companyOfNetwork(workspaceId, false, business(i)) !== undefined;
    }),
    {
      ...always('company-email', 'company of an email address', (i) => {
        return companyOfEmail(workspaceId, false, email(i)) !== undefined;
      }),
      expected: (calls * 3) / 5,
    },
    always('anonymise-ipv4', 'IPv4 address shortened', shorten(ipv4)),
    always('anonymise-ipv6', 'IPv6 address shortened', shorten(ipv6)),
  ];
}

/** What one page view of a browser costs in all, as ingest calls it. */
async function visitWorkloads(tables: AddressTables, inputs: Inputs): Promise<Workload[]> {
  const { ipv4, agents } = inputs;
  const { visitFacts } = await serviceModule('ingest/visit-facts');
  const { defaultSettings } = await serviceModule('workspaces/settings');
  const contexts = referrers.map((referrer, i) => ({
    page: { url, path: '/product/page-1', title: 'A page about topic 1 | Shop', referrer },
    ...(i % 5 === 0 ? { campaign } : {}),
    locale: 'en-GB',
    timezone: 'Europe/Berlin',
    screen: { width: 1920, height: 1080 },
    library: { name: '@footfall/browser', version: '0.1.0' },
  }));
  const usual = agents.slice(0, repeated);
  const visits = (addresses: string[]) => {
    const senders = addresses.map((ip, i) => ({
      ip,
      userAgent: usual[i % usual.length] ?? '',
      headers: browserHeaders,
      settings: defaultSettings,
      addresses: tables,
      isServer: false,
    }));
    const sender = turns(senders);
    const context = turns(contexts);
    return (i: number) => isKnown(visitFacts(context(i), sender(i)).address);
  };
  return [
    always('visit', 'all of a page view, address not remembered', visits(inTurn(inputs))),
    always('visit-known', 'all of a page view, all remembered', visits(ipv4.slice(0, repeated))),
  ];
}
