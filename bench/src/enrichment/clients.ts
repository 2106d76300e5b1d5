import type { Clients } from '../load/clients.ts';
import { realBrowsers } from './browsers.ts';
import { drawAddresses, randomIpv4, randomIpv6 } from './draw-addresses.ts';
import { openTables } from './service-functions.ts';

const businesses = 500;
const othersByIpv4 = 3_000;
const othersByIpv6 = 1_500;
const agentCount = 200;
/** Longer ones would make every message larger, whatever its own agent is. */
const agentLength = 160;

/** 5,000 addresses, a tenth of them of business networks, a third by IPv6, and 200 browsers. */
export async function drawClients(): Promise<Clients> {
  const tables = await openTables();
  try {
    const draw = (count: number, by: () => string, wanted: boolean) =>
      drawAddresses(
        tables.lookUp,
        count,
        by,
        ({ connection }) => (connection === 'business') === wanted,
      );
    const addresses = [
      ...draw(businesses, randomIpv4, true),
      ...draw(othersByIpv4, randomIpv4, false),
      ...draw(othersByIpv6, randomIpv6, false),
    ];
    const agents = (await realBrowsers()).filter(
      (agent) => agent.length <= agentLength && /^[\w (),./:;+-]+$/.test(agent),
    );
    return { addresses: shuffled(addresses), agents: agents.slice(0, agentCount) };
  } finally {
    await tables.close();
  }
}

function shuffled(values: string[]): string[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
