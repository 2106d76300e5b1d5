/* The address and the browser that a backend tells of each visitor, as JSON text of one length, ready to be copied. */

export type Clients = { addresses: string[]; agents: string[] };

/** What the backend calls itself. */
export const backendLibrary = { name: 'shop-backend', version: '2.4.0' };

/** The longest IPv6 address. */
const addressLength = 39;

export type ClientTexts = {
  /** Of one text with its quotes. */
  addressBytes: number;
  agentBytes: number;
  addressOf(visitor: number): Buffer;
  agentOf(visitor: number): Buffer;
};

/** Each visitor has one address and one browser; where there are more visitors than addresses, some share theirs. */
export function clientTexts({ addresses, agents }: Clients): ClientTexts {
  const agentLength = Math.max(...agents.map((agent) => agent.length));
  const addressTexts = texts(addresses, addressLength);
  const agentTexts = texts(agents, agentLength);
  const at = (all: Buffer[], visitor: number) => {
    const text = all[visitor % all.length];
    if (!text) throw new Error('there are no addresses or no user agents');
    return text;
  };
  return {
    addressBytes: addressLength + 2,
    agentBytes: agentLength + 2,
    addressOf: (visitor) => at(addressTexts, visitor),
    // Those who share an address have browsers that follow each other.
    agentOf: (visitor) => {
      const sharer = Math.floor(visitor / addressTexts.length);
      return at(agentTexts, (visitor % addressTexts.length) + sharer);
    },
  };
}

/** JSON allows spaces after a value, so shorter texts are filled up with them. */
function texts(values: string[], length: number): Buffer[] {
  return values.map((value) => Buffer.from(JSON.stringify(value).padEnd(length + 2), 'latin1'));
}
