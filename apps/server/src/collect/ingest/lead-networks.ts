/**
 * From which network messages come that may open a lead, for the rule of many leads of one network: as a hash, and
 * not where a signature proves who sends them. An address that is not of the internet is that of a proxy,
 * and tells nothing of who is behind it.
 */
import { BlockList, isIPv6 } from 'node:net';
import { isProved } from '../../identity/making/who-is-who.ts';
import { namedId } from '../../platform/common/ids.ts';
import { RecentEntries } from '../../platform/common/recent-entries.ts';
import type { Message } from './message.ts';
import type { Sender } from './sender.ts';

const local = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  local.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  local.addSubnet(network, bits, 'ipv6');
}

// The network of ::1, as it is cut.
local.addAddress('::', 'ipv6');

export function setNetworks({ network, account }: Sender, messages: Message[]): void {
  let id: string | null | undefined;
  for (const message of messages) {
    if (!message.made || isProved(message.right)) continue;
    id ??= isLocal(network) ? null : namedId(`network:${account.networkSecret}:${network}`);
    message.network = id;
  }
}

const isLocalByNetwork = new RecentEntries<boolean>(10_000);

/** Remembered: to look in the list takes 4 µs. */
function isLocal(network: string): boolean {
  const remembered = isLocalByNetwork.get(network);
  if (remembered !== undefined) return remembered;
  const isListed = local.check(network, isIPv6(network) ? 'ipv6' : 'ipv4');
  isLocalByNetwork.set(network, isListed);
  return isListed;
}
