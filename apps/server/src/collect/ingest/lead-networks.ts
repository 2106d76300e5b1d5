/**
 * The sender's network of messages that may open a lead, as a hash, to detect many leads from one network. Omitted
 * if a signature proves the sender. A private address is a proxy's, and does not identify who is behind it.
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

// The network of ::1 after truncation.
local.addAddress('::', 'ipv6');

export function setNetworks({ network, account }: Sender, messages: Message[]): void {
  let id: string | null | undefined;
  for (const message of messages) {
    if (!message.made || isProved(message.verificationLevel)) continue;
    id ??= isLocal(network) ? null : namedId(`network:${account.networkSecret}:${network}`);
    message.network = id;
  }
}

const isLocalByNetwork = new RecentEntries<boolean>(10_000);

/** Cached: the list takes 4 µs. */
function isLocal(network: string): boolean {
  const remembered = isLocalByNetwork.get(network);
  if (remembered !== undefined) return remembered;
  const isListed = local.check(network, isIPv6(network) ? 'ipv6' : 'ipv4');
  isLocalByNetwork.set(network, isListed);
  return isListed;
}
