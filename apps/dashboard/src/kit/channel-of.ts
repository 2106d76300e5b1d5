import { type Channel, channels } from '@footfall/contract/channels';

/** The contract has it as text. */
export function channelOf(channel: string): Channel {
  return channels.find((name) => name === channel) ?? 'direct';
}
