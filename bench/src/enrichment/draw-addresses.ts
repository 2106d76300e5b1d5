/*
 * Public addresses at random, of which the tables know place and network. Every address is as likely as any
 * other, so neighbours are rare: a lookup can hope for nothing that an earlier one has read.
 */
import type { AddressFacts, LookUp } from './service-functions.ts';

const attemptsForOne = 5_000;

/** The blocks that the five registries give addresses from; the rest of IPv6 is all but empty. */
const registryBlocks = [0x2001, 0x2400, 0x2600, 0x2800, 0x2a00, 0x2c00];

const below = (limit: number) => Math.floor(Math.random() * limit);

export const randomIpv4 = (): string =>
  `${1 + below(223)}.${below(256)}.${below(256)}.${1 + below(254)}`;

/** A site's /48 at random, and a device in it. */
export function randomIpv6(): string {
  const block = registryBlocks[below(registryBlocks.length)] ?? 0;
  // A block is a /12, apart from the oldest, which is a /16.
  const first = block === 0x2001 ? block : block + below(16);
  const device = Array.from({ length: 5 }, () => below(0x10000));
  return [first, below(0x10000), below(0x10000), ...device]
    .map((group) => group.toString(16))
    .join(':');
}

export const isKnown = ({ country, asn }: AddressFacts): boolean => country !== '' && asn > 0;

/**
 * `count` different addresses from `draw` that the tables know and `suits` takes. Throws when they are too rare, as
 * with tables that are empty.
 */
export function drawAddresses(
  lookUp: LookUp,
  count: number,
  draw: () => string,
  suits: (facts: AddressFacts) => boolean = () => true,
): string[] {
  const drawn = new Set<string>();
  for (let attempts = 0; drawn.size < count; attempts++) {
    if (attempts > count * attemptsForOne)
      throw new Error(`only ${drawn.size} of ${count} addresses are in the tables`);
    const address = draw();
    const facts = lookUp(address);
    if (isKnown(facts) && suits(facts)) drawn.add(address);
  }
  return [...drawn];
}
